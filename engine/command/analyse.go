package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/internal/cli"
)

// analysing holds the flags of analyse.
type analysing struct {
	start
	lines   int
	compare string
	time    time.Duration
	json    bool
}

func (k *kit[G, M]) analyseCommand() *ffcli.Command {
	var a analysing
	flags := k.flags("analyse")
	s := k.service(flags)
	a.start.flags(flags, k.Position)
	cli.Number(flags, &a.time, "time", time.Second, time.Millisecond, cli.LongTime, "`time` to search, if the player has no limit of time or nodes (a depth is no such limit)")
	cli.Number(flags, &a.lines, "lines", 3, 1, 256, "`number` of lines, each with another first move")
	flags.StringVar(&a.compare, "compare", "", "compare these two `moves`, with a space between them, and show replies and threats")
	flags.BoolVar(&a.json, "json", false, "write a JSON object, as command json does; with -compare, of its own form")
	return k.command(flags, "Show the best lines of a position.",
		"With -compare, the better of two moves is the first. The reply is the best one to the other move, and is shown after\n"+
			"both, with values for the side that replies. The threat of a move is the line with which the same side goes on if the\n"+
			"other side passes, in games that can pass.", true,
		func(ctx context.Context) error {
			if a.compare != "" {
				return k.compare(ctx, a, s)
			}
			return k.analyse(ctx, a, s)
		})
}

func (k *kit[G, M]) analyse(ctx context.Context, a analysing, s *service[G, M]) error {
	if _, _, err := k.game(a.start); err != nil { // its error is more precise than an answer
		return err
	}
	c, newPlayer, err := s.read()
	if err != nil {
		return err
	}
	limits := cmp.Or(c.limits, ply.Limits{Time: a.time})
	server, err := analysis.New(k.New, newPlayer, analysis.Options{MaxTime: cli.LongTime})
	if err != nil {
		return err
	}
	request, err := json.Marshal(analysis.Request{
		ID: k.Name, Position: a.position, Moves: strings.Fields(a.moves), Nodes: limits.Nodes, Time: limits.Time.Seconds(), Lines: a.lines,
	})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := server.Serve(ctx, bytes.NewReader(request), &out); out.Len() == 0 { // otherwise interrupted, after an answer
		return err
	}
	var answer analysis.Answer
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		return err
	}
	switch {
	case answer.Error != "":
		return errors.New(answer.Error)
	case a.json:
		_, err := out.WriteTo(k.std.Out)
		return err
	case len(answer.Lines) == 0 && answer.Status == ply.Complete.String():
		_, err := fmt.Fprintln(k.std.Out, "the game is over")
		return err
	}
	var text strings.Builder
	for i := range answer.Lines {
		text.WriteString(row(answer.Lines[i].Move, &answer.Lines[i]))
	}
	_, err = fmt.Fprintf(k.std.Out, "%s%s, %s\n", &text, cli.Count(answer.Nodes, "node"), answer.Status)
	return err
}

// row describes a line after a heading.
func row(heading string, l *analysis.Line) string {
	return fmt.Sprintf("%-8s %8.4g%s  %s\n", heading, l.Value, details(l.Bound, l.Distance, l.Visits, l.Depth), strings.Join(l.Line, " "))
}

// details lists known facts about a value. A move that was not searched has none.
func details(bound string, distance, visits, depth int) (text string) {
	if bound != ply.NoBound.String() && bound != ply.Exact.String() {
		text += ", " + bound
	}
	if distance > 0 {
		text += ", ends in " + cli.Count(distance, "move")
	}
	if visits > 0 {
		text += ", " + cli.Count(visits, "simulation")
	}
	if depth > 0 {
		text += fmt.Sprintf(", depth %d", depth)
	}
	return text
}
