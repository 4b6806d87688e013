package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
)

var methods = []string{"alphabeta", "threats", "dfpn", "lambda"}

type solving struct {
	place   place
	method  string
	leftOut atarigo.Heuristics
	n       int
	threat  threat.Threat
	entries int
	limits  ply.Limits
	workers int
	proof   string
	moves   bool
	state   checkpoint.File
	json    bool

	progress func(atarigo.Result)
	bar      *cli.Progress
}

func solveCommand(std cli.Streams) *cli.Command {
	s := solving{threat: threat.Threat{6, 3, 2, 0}}
	flags := flag.NewFlagSet("atarigo solve", flag.ContinueOnError)
	s.place.define(flags, 5)
	cli.Choice(flags, &s.method, "method", "dfpn", methods, "`method`")
	flags.Func("without", "`heuristics` that alphabeta does without, of tt,tri,ab1,ab2,cqt,mra,ncoups", func(list string) (err error) {
		s.leftOut, err = atarigo.ParseHeuristics(list)
		return err
	})
	cli.Number(flags, &s.n, "n", 0, 0, 64, "`moves` that alphabeta tries for the side that is to win (0: all)")
	flags.TextVar(&s.threat, "threat", s.threat, "greatest generalized `threat` of threats (*: no bound)")
	cli.Table(flags, &s.entries, "table-entries", 4<<20, 1, 24, "`number` of positions in the table of dfpn, 16 bytes each, and of threats and lambda, 24 bytes each")
	cli.Number(flags, &s.limits.Time, "time", 0, 0, cli.LongTime, "stop after this `time`, for each move with -moves (0: no limit)")
	cli.Number(flags, &s.workers, "workers", 1, 1, cli.MaxWorkers, "`number` of workers of dfpn")
	flags.StringVar(&s.proof, "proof", "", "write a proof to this `file`, for atarigo verify; with -moves one for each move, which is appended to the name after a dot (dfpn only)")
	cli.State(flags, &s.state)
	flags.BoolVar(&s.moves, "moves", false, "find who wins after each move, of moves that are images of one another the first (dfpn only)")
	flags.BoolVar(&s.json, "json", false, "write a JSON object, for each move with -moves")
	return cli.Subcommand(flags, "[flags]", "Find who wins a position, and by which move.",
		"The methods are alphabeta, the search of Boissac and Cazenave (2007), which looks for a win of the side to\n"+
			"move; threats, generalized threats search (Cazenave 2002); dfpn, depth-first proof-number search; and lambda,\n"+
			"lambda df-pn of order 3. threats and lambda know no way to win but threats, and find none on an empty board.\n"+
			"The empty board of size 6 takes dfpn about ten minutes and 2 GB (-table-entries 134217728).",
		func(ctx context.Context) error { return s.run(ctx, std) })
}

type solved struct {
	Winner  string  `json:"winner"` // black, white or unknown
	Move    string  `json:"move"`   // of the side to move, if it wins
	Played  int     `json:"played"` // stones placed
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// movesSolved is the output of solve -moves for a class of moves.
type movesSolved struct {
	Move    string  `json:"move"`
	Images  int     `json:"images"` // moves of the class
	Winner  string  `json:"winner"` // black, white or unknown
	Reply   string  `json:"reply"`  // of the other side, if it wins
	Played  int     `json:"played"` // stones placed
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (s *solving) run(ctx context.Context, std cli.Streams) error {
	dfpn := s.method == "dfpn"
	switch {
	case s.method != "alphabeta" && (s.leftOut != 0 || s.n != 0):
		return cli.Usagef("-without and -n are for -method alphabeta")
	case !dfpn && (s.proof != "" || s.workers > 1 || s.moves):
		return cli.Usagef("-proof, -workers and -moves are for -method dfpn")
	case s.workers > 1 && s.proof != "":
		return cli.Usagef("-proof needs one worker")
	case s.state.Name != "" && (!dfpn || s.moves):
		return cli.Usagef("-state is for -method dfpn without -moves")
	}
	if err := cli.CheckOutput(s.proof); err != nil {
		return err
	}
	g, err := s.place.game(std.In)
	if err != nil {
		return err
	}
	s.bar = cli.NewProgress(0, "")
	defer func() { s.bar.Close() }()
	s.progress = func(r atarigo.Result) {
		s.bar.Title(fmt.Sprintf("%.1f M stones played, %.1f M nodes", float64(r.Played)/1e6, float64(r.Nodes)/1e6))
	}
	if s.moves {
		return s.runMoves(ctx, g, std.Out)
	}
	r, err := s.solve(ctx, g)
	if err != nil {
		return err
	}
	s.bar.Close()
	found := solved{winner(r.Winner), r.Move.String(), r.Played, r.Nodes, r.Elapsed.Seconds()}
	by := ""
	if found.Move != "" {
		by = ", by " + found.Move
	}
	return cli.Write(std.Out, s.json, found, "%v%s to move, winner: %s%s\n%s played, %s, %.3f s\n", g, atarigo.SideName(g.ToMove()), found.Winner, by,
		cli.Count(found.Played, "stone"), cli.Count(found.Nodes, "node"), found.Seconds)
}

func (s *solving) solve(ctx context.Context, g *atarigo.Game) (atarigo.Result, error) {
	threats := atarigo.ThreatOptions{TableEntries: s.entries, Progress: s.progress}
	switch s.method {
	case "alphabeta":
		return atarigo.AlphaBeta(ctx, g, s.limits, atarigo.AlphaBetaOptions{Without: s.leftOut, Moves: s.n, Progress: s.progress})
	case "threats":
		threats.Threat, threats.InOrder = s.threat, true
		return atarigo.SolveByThreats(ctx, g, s.limits, threats)
	case "lambda":
		return atarigo.SolveByThreats(ctx, g, s.limits, threats)
	}
	return s.prove(ctx, s.solver(g), s.proof)
}

// runMoves finds who wins after each move, with one table.
func (s *solving) runMoves(ctx context.Context, g *atarigo.Game, out io.Writer) error {
	solver := s.solver(g)
	const columns = "%-4s %6v  %-7s  %-5s  %14v  %14v  %s\n"
	if !s.json {
		fmt.Fprintf(out, "%v%s to move\n\n"+columns, g, atarigo.SideName(g.ToMove()), "move", "images", "winner", "reply", "stones played", "nodes", "seconds")
	}
	for _, class := range g.MoveClasses() {
		if ctx.Err() != nil {
			break
		}
		after := g.Clone()
		after.Play(class[0])
		file := ""
		if s.proof != "" && !after.Over() {
			file = s.proof + "." + class[0].String()
		}
		r, err := s.prove(ctx, solver.From(after), file)
		if err != nil {
			return err
		}
		row := movesSolved{class[0].String(), len(class), winner(r.Winner), r.Move.String(), r.Played, r.Nodes, r.Elapsed.Seconds()}
		s.bar.Close()
		if err := cli.Write(out, s.json, row, columns, row.Move, row.Images, row.Winner, row.Reply, row.Played, row.Nodes, fmt.Sprintf("%.3f", row.Seconds)); err != nil {
			return err
		}
		s.bar = cli.NewProgress(0, "")
	}
	return nil
}

func (s *solving) solver(g *atarigo.Game) *atarigo.Solver {
	return atarigo.NewSolver(g, atarigo.SolverOptions{TableEntries: s.entries, Workers: s.workers, State: s.state, Progress: s.progress})
}

// prove finds who wins, and writes the proof to a file, if it has a name.
func (s *solving) prove(ctx context.Context, solver *atarigo.Solver, file string) (atarigo.Result, error) {
	r, err := solver.Solve(ctx, s.limits)
	if err != nil || file == "" || r.Winner == atarigo.NoWinner {
		return r, err
	}
	return r, atomicfile.Write(file, func(w io.Writer) error { return solver.WriteProof(ctx, w) })
}

func verifyCommand(std cli.Streams) *cli.Command {
	return cli.VerifyCommand(std, "atarigo",
		"All replies to all moves of the proof are played out. The file is believed only if it is whole, each reply is\n"+
			"answered and each line ends with a capture.",
		verify, (*verified).write)
}

type verified struct {
	Winner  string  `json:"winner"`
	Move    string  `json:"move"`  // of the side to move, if it wins
	Moves   int     `json:"moves"` // in the proof
	Played  int     `json:"played"`
	Seconds float64 `json:"seconds"`

	proof atarigo.ProofSummary
}

func verify(ctx context.Context, r io.Reader) (*verified, error) {
	began := time.Now()
	p, err := atarigo.VerifyProof(ctx, bufio.NewReader(r))
	if err != nil {
		return nil, err
	}
	return &verified{winner(p.Winner), p.Move.String(), p.Moves, p.Played, time.Since(began).Seconds(), p}, nil
}

func (v *verified) write(out io.Writer) error {
	text := fmt.Sprintf("%v%s to move, %s wins", v.proof.Start, atarigo.SideName(v.proof.Start.ToMove()), v.Winner)
	if v.Move != "" {
		text += " by " + v.Move
	}
	_, err := fmt.Fprintf(out, "%s: verified\n%s, %s played, %.3f s\n", text, cli.Count(v.Moves, "move"), cli.Count(v.Played, "stone"), v.Seconds)
	return err
}
