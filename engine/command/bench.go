package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

// benching holds the flags of bench.
type benching struct {
	player    string
	positions int
	nodes     int
	seed      uint64
	json      bool
}

func (k *kit[G, M]) benchCommand() *ffcli.Command {
	var b benching
	flags := k.flags("bench")
	flags.StringVar(&b.player, "player", "", "`player` that is measured (default "+k.Players[0].Name+")")
	cli.Number(flags, &b.positions, "positions", 10, 1, 1_000_000, "`number` of positions, from games of random moves")
	cli.Number(flags, &b.nodes, "nodes", 100_000, 1, cli.Many, "`nodes` for each position, if the player has no limit of time or nodes")
	cli.Seed(flags, &b.seed, "the games")
	flags.BoolVar(&b.json, "json", false, "write a JSON object")
	return k.command(flags, "Measure the speed of a player.",
		"The positions are the same in every run and, without a limit on time, the nodes too: their sum tells whether a change has changed the search.", true,
		func(ctx context.Context) error { return k.bench(ctx, b) })
}

// A measured is the JSON output of bench.
type measured struct {
	Player    string  `json:"player"`
	Positions int     `json:"positions"`
	Nodes     int     `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"nodesPerSecond"`
}

func (k *kit[G, M]) bench(ctx context.Context, b benching) error {
	usual := ply.Limits{Nodes: b.nodes}
	c, err := k.contestant(b.player, usual)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	limits := cmp.Or(c.limits, usual) // a level limits moves, not analyses
	bar := cli.NewProgress(b.positions, "positions")
	defer bar.Close()
	m := measured{Player: c.text}
	var spent time.Duration
	for ; m.Positions < b.positions && ctx.Err() == nil; m.Positions++ {
		g, err := k.anywhere(rand.New(rand.NewPCG(b.seed, uint64(m.Positions))))
		if err != nil {
			return err
		}
		p, err := c.player(g, rand.NewPCG(b.seed, uint64(m.Positions)))
		if err != nil {
			return err
		}
		a, err := p.Analyze(ctx, limits, engine.Question[M]{})
		if err != nil {
			return err
		}
		m.Nodes += a.Nodes
		spent += a.Elapsed
		bar.Set(m.Positions + 1)
	}
	bar.Close()
	m.Seconds = spent.Seconds()
	m.PerSecond = float64(m.Nodes) / max(m.Seconds, 1e-9)
	if b.json {
		return cli.WriteJSON(k.std.Out, m)
	}
	_, err = fmt.Fprintf(k.std.Out, "%s: %s, %s, %.2f s, %.0f nodes/s\n", m.Player, cli.Count(m.Positions, "position"), cli.Count(m.Nodes, "node"), m.Seconds, m.PerSecond)
	return err
}

// longestGame bounds games of random moves.
const longestGame = 10_000

// anywhere returns a random position in which a side is to move.
func (k *kit[G, M]) anywhere(random *rand.Rand) (G, error) {
	g, err := k.New("")
	if err != nil {
		return g, err
	}
	var line []M
	var decisions []int // numbers of moves played before each decision
	for len(line) < longestGame {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		if side := g.ToMove(); side >= 0 {
			decisions = append(decisions, len(line))
		} else if m, err = ply.DrawOutcome[M](g, random); err != nil {
			return g, err
		}
		g.Play(m)
		line = append(line, m)
	}
	if len(decisions) == 0 {
		return g, errors.New("the game has no position in which a side is to move")
	}
	to := decisions[random.IntN(len(decisions))]
	for len(line) > to {
		g.Undo(line[len(line)-1])
		line = line[:len(line)-1]
	}
	return g, nil
}
