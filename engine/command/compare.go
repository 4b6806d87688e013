package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/internal/cli"
)

// compared is the output of analyse -compare: an [engine.Comparison] in the notation of the game.
type compared struct {
	Lines   [2]*analysis.Line `json:"lines"`   // the better move first
	Common  int               `json:"common"`  // the number of equal moves at the start of both lines, after their first moves
	Replies [2]*analysis.Line `json:"replies"` // the best reply to the worse move, played after each of the two moves
	Refuted bool              `json:"refuted"` // whether the reply is at least as good after the better move
	Threats [2]*analysis.Line `json:"threats"` // the best line after each move and a pass of the other side
	Status  string            `json:"status"`
	Nodes   int               `json:"nodes"`
}

// compare compares two moves of a position.
func (k *kit[G, M]) compare(ctx context.Context, a analysing, s *service[G, M]) error {
	g, moves, err := k.game(a.start)
	if err != nil {
		return err
	}
	two := strings.Fields(a.compare)
	if len(two) != 2 {
		return cli.Usagef("-compare: %s, want 2", cli.Count(len(two), "move"))
	}
	var asked [2]M
	for i, text := range two {
		if asked[i], err = engine.NotationOf[M](g).ParseMove(text); err != nil {
			return cli.Usagef("-compare: %w", err)
		}
	}
	if asked[0] == asked[1] {
		return cli.Usagef("-compare: %s twice, want different moves", two[0])
	}
	c, newPlayer, err := s.read()
	if err != nil {
		return err
	}
	searched, err := k.New(a.position)
	if err != nil {
		return err
	}
	player, err := newPlayer(searched)
	if err != nil {
		return err
	}
	defer player.Close()
	for _, m := range moves {
		if err := player.Play(m); err != nil {
			return err
		}
	}
	found, err := player.Compare(ctx, cmp.Or(c.limits, ply.Limits{Time: a.time}), asked[0], asked[1])
	if err != nil {
		return err
	}
	shown, err := comparedOf(g, &found)
	if err != nil {
		return err
	}
	return cli.Write(k.std.Out, a.json, shown, "%v", shown)
}

// comparedOf writes a comparison in the notation of a game in the same position.
func comparedOf[M comparable](g ply.Game[M], c *engine.Comparison[M]) (*compared, error) {
	shown := &compared{Common: c.Common, Refuted: c.Refuted, Status: c.Status.String(), Nodes: c.Nodes}
	write := func(to **analysis.Line, l *engine.Line[M]) error {
		if l == nil {
			return nil
		}
		line, err := analysis.LineOf(g, *l)
		*to = &line
		return err
	}
	for i := range c.Lines {
		if err := write(&shown.Lines[i], &c.Lines[i]); err != nil {
			return nil, err
		}
		if err := func() error {
			g.Play(c.Lines[i].Move)
			defer g.Undo(c.Lines[i].Move)
			if err := write(&shown.Replies[i], c.Replies[i]); err != nil {
				return err
			}
			if p, ok := g.(ply.Passer); ok && c.Threats[i] != nil && p.Pass() {
				defer p.Unpass()
				return write(&shown.Threats[i], c.Threats[i])
			}
			return nil
		}(); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// String describes the comparison as text, with a line for each fact.
func (c *compared) String() string {
	var b strings.Builder
	for i, l := range c.Lines {
		b.WriteString(row(l.Move, l))
		if reply := c.Replies[i]; reply != nil {
			b.WriteString(row("  reply", reply))
		}
		if threat := c.Threats[i]; threat != nil {
			b.WriteString(row("  threat", threat))
		}
	}
	better, worse := c.Lines[0], c.Lines[1]
	if c.Common > 0 {
		fmt.Fprintf(&b, "both continue %s\n", strings.Join(better.Line[1:1+c.Common], " "))
	}
	if reply := c.Replies[1]; reply != nil {
		works := "is weaker"
		switch {
		case c.Replies[0] == nil:
			works = "is not possible"
		case c.Refuted:
			works = "is as strong"
		}
		fmt.Fprintf(&b, "%s, the reply to %s, %s after %s\n", reply.Move, worse.Move, works, better.Move)
	}
	fmt.Fprintf(&b, "%s, %s\n", cli.Count(c.Nodes, "node"), c.Status)
	return b.String()
}
