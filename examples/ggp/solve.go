package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

type solving struct {
	source
	method  string
	entries int
	time    time.Duration
	memory  int
	json    bool
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	command, flags := subcommand(std, "solve", "-game GAME [flags]",
		"Solve a puzzle, or a game of two players who take turns.",
		"A puzzle, of one player, is solved by the best goal that its description has. Of a game of two players, the value is\n"+
			"the difference of their goals, for the first of them, when both play perfectly. Alpha-beta looks 250 moves ahead. Df-pn\n"+
			"has no limit, and relies on the rule of GDL that every match ends.",
		bounded(&s.memory, s.run))
	s.flags(flags)
	cli.Choice(flags, &s.method, "method", "auto", []string{"auto", "alphabeta", "dfpn", "breadthfirst", "depthfirst"},
		"a `search`: alphabeta finds the value, dfpn who wins, breadthfirst a shortest solution and depthfirst any")
	cli.Table(flags, &s.entries, "table-entries", 1<<20, 1, 16, "`number` of positions in the table, 16 bytes each")
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time`, with which the game is compiled and searched (0: no bound)")
	cli.Memory(flags, &s.memory)
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return command
}

// solved is the output of solve.
type solved struct {
	Game    string   `json:"game"`
	Method  string   `json:"method"`
	Result  string   `json:"result"` // win, draw or loss of the first player; solved or unsolvable; or unknown
	Value   *int     `json:"value"`  // the difference of the goals, nil if unknown
	Line    []string `json:"line"`
	Nodes   int      `json:"nodes"`
	Seconds float64  `json:"seconds"`
}

// load compiles a game. memory is the maximum number of bytes for grounding, 0 for the default.
func (d description) load(ctx context.Context, memory int) (*game.Rules, error) {
	if d.err != nil {
		return nil, d.err
	}
	fixed, err := d.repaired(ctx)
	if err != nil {
		return nil, err
	}
	return game.Load(ctx, fixed, memory, game.Options{})
}

func (s *solving) run(ctx context.Context, std cli.Streams) error {
	begin := time.Now()
	within, cancel := ctx, context.CancelFunc(func() {})
	if s.time > 0 {
		within, cancel = context.WithTimeout(ctx, s.time)
	}
	defer cancel()
	d := s.read(within, std.In)
	rules, err := d.load(within, s.memory)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return tell(std, s.json, &solved{Game: d.name, Method: s.method, Result: "unknown", Seconds: time.Since(begin).Seconds()})
	}
	if err != nil {
		return err
	}
	traits := rules.Traits(within, 100, rand.NewPCG(1, 0))
	solo := traits.Players == 1
	switch {
	case d.Imperfect():
		return fmt.Errorf("%s: players do not see everything; ggp play and ggp match can play it", d.name)
	case rules.Random >= 0:
		return fmt.Errorf("%s: the role random takes part; ggp play and ggp match can play it", d.name)
	case traits.Simultaneous || traits.Players > 2:
		return fmt.Errorf("%s: want one player, or two who take turns; here are %d, and several move at a time: %t", d.name, traits.Players, traits.Simultaneous)
	}
	if s.method == "auto" {
		s.method = map[bool]string{true: "breadthfirst", false: "alphabeta"}[solo]
	}
	if solo != strings.HasSuffix(s.method, "first") {
		return cli.Usagef("-method %s: want another one for a game of %d players", s.method, traits.Players)
	}
	r := solved{Game: d.name, Method: s.method, Result: "unknown"}
	solve := s.puzzle
	switch s.method {
	case "alphabeta":
		solve = s.alphabeta
	case "dfpn":
		solve = s.dfpn
	}
	// ply.Limits.Time would end alpha-beta once the move is clear.
	line, err := solve(within, rules, &r)
	if err != nil {
		return err
	}
	r.Seconds = time.Since(begin).Seconds()
	for _, m := range line {
		r.Line = append(r.Line, rules.Text(m))
	}
	return tell(std, s.json, &r)
}

// deepest is the depth of alpha-beta.
const deepest = 250

// alphabeta finds the value of the start.
func (s *solving) alphabeta(ctx context.Context, rules *game.Rules, to *solved) ([]game.Move, error) {
	g, err := game.NewSides(rules)
	if err != nil {
		return nil, err
	}
	table := transposition.NewTable(16 * int64(s.entries))
	table.Scheme = transposition.TwoBig
	// Descriptions may break the rule that all matches end, so the depth is limited. Before the end of a match, all
	// positions are even.
	opt := alphabeta.Options[game.Move]{
		Depth: deepest,
		Table: table, TableFrom: 1, OrderFrom: 1,
		Evaluator: func(ply.AdversarialGame[game.Move]) ply.Evaluator { return nil },

		Win: alphabeta.AnyDistance,
	}
	r, err := alphabeta.Search(ctx, g, ply.Limits{}, opt)
	if err != nil {
		return nil, err
	}
	if to.Nodes = r.Nodes; r.Bound != ply.Exact || !r.Final {
		return nil, nil
	}
	value := r.Value
	if g.ToMove() == 1 {
		value = -value
	}
	to.Value, to.Result = &value, results[1+cmp.Compare(value, 0)]
	return r.Line, nil
}

var results = [...]string{"loss", "draw", "win"}

func (s *solving) dfpn(ctx context.Context, rules *game.Rules, to *solved) ([]game.Move, error) {
	g, err := game.NewSides(rules)
	if err != nil {
		return nil, err
	}
	table := transposition.NewTable(16 * int64(s.entries))
	var line []game.Move
	result := 0
	for i, limit := range []int{0, -1} {
		r, err := proof.Search(ctx, g, ply.Limits{}, proof.Options[game.Move]{Above: limit, Table: table})
		if err != nil {
			return nil, err
		}
		if to.Nodes += r.Nodes; r.Answer == proof.Unknown {
			return nil, nil
		}
		if line = r.Line; r.Answer == proof.Proved {
			result = 2 - i
			break
		}
	}
	if g.ToMove() == 1 {
		result = 2 - result
	}
	to.Result = results[result]
	return line, nil
}

func (s *solving) puzzle(ctx context.Context, rules *game.Rules, to *solved) ([]game.Move, error) {
	g, err := game.NewSolo(rules)
	if err != nil {
		return nil, err
	}
	opt := search.Options[game.Move]{StopAtSolution: true}
	var r search.Result[game.Move]
	if s.method == "breadthfirst" {
		r, err = game.Shortest(ctx, g, ply.Limits{}, opt)
	} else {
		r, err = search.DepthFirst(ctx, search.Graph(g, nil), ply.Limits{}, opt)
	}
	if err != nil {
		return nil, err
	}
	switch to.Nodes = r.Nodes; {
	case r.Found:
		to.Result = "solved"
		return r.Line, nil
	case r.Status.Conclusive():
		to.Result = "unsolvable"
	}
	return nil, nil
}

func (s *solved) String() string {
	value, line := "", ""
	if s.Value != nil {
		value = fmt.Sprintf(", %+d points", *s.Value)
	}
	if len(s.Line) > 0 {
		line = strings.Join(s.Line, ", ") + "\n"
	}
	return fmt.Sprintf("%s: %s%s by %s, %s, %.3f s\n%s", s.Game, s.Result, value, s.Method, cli.Count(s.Nodes, "node"), s.Seconds, line)
}
