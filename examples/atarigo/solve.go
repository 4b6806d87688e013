package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/search/threat"
)

// A method solves a position.
type method func(ctx context.Context, g *atarigo.Game, s *solving) (atarigo.Result, error)

// methods are the ways to solve a position, by name; methodNames has their order. A further method is a further entry
// of both.
var (
	methods     = map[string]method{"alphabeta": byAlphaBeta, "threats": byThreats, "dfpn": byProofNumbers, "lambda": byLambda}
	methodNames = []string{"alphabeta", "threats", "dfpn", "lambda"}
)

// solving holds the flags of solve.
type solving struct {
	place   place
	method  string
	without string
	leftOut atarigo.Heuristics
	n       int
	threat  threat.Threat
	entries int
	time    time.Duration
	workers int
	proof   string
	json    bool

	progress func(atarigo.Result)
}

func solveCommand(std cli.Streams) *ffcli.Command {
	s := solving{threat: threat.Threat{6, 3, 2, 0}}
	flags := flag.NewFlagSet("atarigo solve", flag.ContinueOnError)
	s.place.define(flags, 5)
	cli.Choice(flags, &s.method, "method", "dfpn", methodNames, "`method`")
	flags.StringVar(&s.without, "without", "", "`heuristics` that alphabeta does without, of tt,tri,ab1,ab2,cqt,mra,ncoups")
	cli.Number(flags, &s.n, "n", 0, 0, 64, "`moves` that alphabeta tries for the side that is to win (0: all)")
	flags.TextVar(&s.threat, "threat", s.threat, "greatest generalized `threat` of threats (*: no bound)")
	cli.Table(flags, &s.entries, "table-entries", 4<<20, 1, 24, "`number` of positions in the table of dfpn, 16 bytes each, and of threats and lambda, 24 bytes each")
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no limit)")
	cli.Number(flags, &s.workers, "workers", 1, 1, cli.MaxWorkers, "`number` of workers of dfpn")
	flags.StringVar(&s.proof, "proof", "", "write a proof to this `file`, for atarigo verify (dfpn only)")
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "solve",
		ShortUsage: "atarigo solve [flags]",
		ShortHelp:  "Find who wins a position, and by which move.",
		LongHelp: "The methods are alphabeta, the search of Boissac and Cazenave (2007), which looks for a win of the side to\n" +
			"move; threats, generalized threats search (Cazenave 2002); dfpn, depth-first proof-number search; and lambda,\n" +
			"lambda df-pn of order 3. threats and lambda know no way to win but threats, and find none on an empty board.\n" +
			"The empty board of size 6 takes dfpn about ten minutes and 2 GB (-table-entries 134217728).",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return s.run(ctx, flags, std) },
	}
}

// solved is what solve says of a position.
type solved struct {
	Winner  string  `json:"winner"` // black, white or unknown
	Move    string  `json:"move"`   // of the side to move, if it wins
	Played  int     `json:"played"` // stones placed
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (s *solving) run(ctx context.Context, flags *flag.FlagSet, std cli.Streams) error {
	var err error
	if s.leftOut, err = atarigo.ParseHeuristics(s.without); err != nil {
		return cli.Usagef("-without: %w", err)
	}
	switch {
	case s.method != "alphabeta" && (s.without != "" || s.n != 0):
		return cli.Usagef("-without and -n are for -method alphabeta")
	case s.method != "dfpn" && s.proof != "":
		return cli.Usagef("-proof is for -method dfpn")
	case s.method != "dfpn" && s.workers > 1:
		return cli.Usagef("-workers is for -method dfpn")
	case s.workers > 1 && s.proof != "":
		return cli.Usagef("-proof needs one worker")
	}
	if s.proof != "" {
		if err := cli.CheckOutput(s.proof); err != nil {
			return err
		}
	}
	g, err := s.place.game(flags, std.In)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(0, "")
	defer progress.Close()
	s.progress = func(r atarigo.Result) {
		progress.Title(fmt.Sprintf("%.1f M stones played, %.1f M nodes", float64(r.Played)/1e6, float64(r.Nodes)/1e6))
	}
	r, err := methods[s.method](ctx, g, s)
	if err != nil {
		return err
	}
	progress.Close()
	found := solved{winner(r.Winner), move(r, r.Move), r.Played, r.Nodes, r.Elapsed.Seconds()}
	if s.json {
		return cli.WriteJSON(std.Out, found)
	}
	fmt.Fprintf(std.Out, "%v%s to move, winner: %s", g, atarigo.SideName(g.ToMove()), found.Winner)
	if found.Move != "" {
		fmt.Fprintf(std.Out, ", by %s", found.Move)
	}
	_, err = fmt.Fprintf(std.Out, "\n%d stones played, %d nodes, %.3f s\n", found.Played, found.Nodes, found.Seconds)
	return err
}

func byAlphaBeta(ctx context.Context, g *atarigo.Game, s *solving) (atarigo.Result, error) {
	return atarigo.AlphaBeta(ctx, g, atarigo.AlphaBetaOptions{Without: s.leftOut, Moves: s.n, MaxTime: s.time, Progress: s.progress})
}

func byProofNumbers(ctx context.Context, g *atarigo.Game, s *solving) (atarigo.Result, error) {
	solver, err := atarigo.NewSolver(g, atarigo.SolverOptions{TableEntries: s.entries, MaxTime: s.time, Workers: s.workers, Progress: s.progress})
	if err != nil {
		return atarigo.Result{}, err
	}
	r, err := solver.Solve(ctx)
	if err != nil || s.proof == "" || r.Winner == atarigo.NoWinner {
		return r, err
	}
	return r, atomicfile.Write(s.proof, func(w io.Writer) error { return solver.WriteProof(ctx, w) })
}

func byThreats(ctx context.Context, g *atarigo.Game, s *solving) (atarigo.Result, error) {
	return atarigo.SolveByThreats(ctx, g, atarigo.ThreatOptions{Threat: s.threat, InOrder: true, TableEntries: s.entries, MaxTime: s.time, Progress: s.progress})
}

func byLambda(ctx context.Context, g *atarigo.Game, s *solving) (atarigo.Result, error) {
	return atarigo.SolveByThreats(ctx, g, atarigo.ThreatOptions{TableEntries: s.entries, MaxTime: s.time, Progress: s.progress})
}
