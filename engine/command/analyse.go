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
	lines int
	time  time.Duration
	json  bool
}

func (k *kit[G, M]) analyseCommand() *ffcli.Command {
	var a analysing
	flags := k.flags("analyse")
	s := k.service(flags)
	a.start.flags(flags, k.Position)
	cli.Number(flags, &a.time, "time", time.Second, time.Millisecond, cli.LongTime, "`time` to search, if the player has no limit")
	cli.Number(flags, &a.lines, "lines", 3, 1, 256, "`number` of lines, each with another first move")
	flags.BoolVar(&a.json, "json", false, "write a JSON object, as command json does")
	return k.command(flags, "Show the best lines of a position.", "", true, func(ctx context.Context) error { return k.analyse(ctx, a, s) })
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
	for _, l := range answer.Lines {
		known := details(l.Bound, l.Distance, l.Visits, l.Depth)
		if _, err := fmt.Fprintf(k.std.Out, "%-8s %8.4g%s  %s\n", l.Move, l.Value, known, strings.Join(l.Line, " ")); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(k.std.Out, "%s, %s\n", cli.Count(answer.Nodes, "node"), answer.Status)
	return err
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
