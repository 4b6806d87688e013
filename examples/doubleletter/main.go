// Command doubleletter solves the double-letter puzzle by dependency-based search and by breadth-first search.
package main

import (
	"context"
	"flag"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/doubleletter/doubleletter"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	var word, goal string
	var alphabet int
	var limits ply.Limits
	var json bool
	flags := flag.NewFlagSet("doubleletter", flag.ContinueOnError)
	flags.StringVar(&word, "word", "aaccadd", "the `word` to make a single letter")
	cli.Number(flags, &alphabet, "alphabet", 5, 3, 26, "`number` of letters, from a on")
	flags.StringVar(&goal, "goal", "any", "the `letter` that the word must become, or any")
	cli.Number(flags, &limits.Nodes, "max-nodes", 10_000_000, 0, cli.Many, "stop each search after this number of `nodes` (0: no bound)")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Solve a double-letter puzzle.",
		"Two equal letters side by side may be replaced by the letter before or after theirs in the alphabet,\n"+
			"whose first letter comes after its last. The aim is to make the word a single letter.\n\n"+
			"Nodes of dependency-based search are ways to make a part of the word a single letter, those of\n"+
			"breadth-first search are positions. Both search until they find a solution or there is none.",
		func(ctx context.Context) error { return solve(ctx, std.Out, word, alphabet, goal, limits, json) })
}

type answer struct {
	Word     string   `json:"word"`
	Solvable *bool    `json:"solvable"` // nil if not known
	Solution []string `json:"solution"` // the words from the first to the last
	DBS      searched `json:"dbs"`
	Breadth  searched `json:"breadth_first"`
}

type searched struct {
	Nodes   int     `json:"nodes"`
	Status  string  `json:"status"`
	Seconds float64 `json:"seconds"`
}

func solve(ctx context.Context, out io.Writer, word string, alphabet int, wanted string, limits ply.Limits, json bool) error {
	goal := doubleletter.Any
	if letters := []rune(wanted); len(letters) == 1 {
		goal = letters[0]
	} else if wanted != "any" {
		return cli.Usagef("-goal %q: want a letter or any", wanted)
	}
	puzzle, err := doubleletter.New(word, alphabet, goal)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	game, err := puzzle.Game()
	if err != nil {
		return err
	}
	byDependency, err := dependency.Search(ctx, game, limits, dependency.Options[doubleletter.Move]{StopAtSolution: true})
	if err != nil {
		return err
	}
	positions := search.Graph(game, nil)
	breadth, err := search.BreadthFirst(ctx, positions, limits, search.Options[doubleletter.Move]{StopAtSolution: true})
	if err != nil {
		return err
	}
	a := answer{
		Word:    word,
		DBS:     searched{byDependency.Nodes, byDependency.Status.String(), byDependency.Elapsed.Seconds()},
		Breadth: searched{breadth.Nodes, breadth.Status.String(), breadth.Elapsed.Seconds()},
	}
	solvable := byDependency.Found || breadth.Found
	if solvable || byDependency.Status == ply.Complete || breadth.Status == ply.Complete {
		a.Solvable = &solvable
	}
	verdict := "not known"
	switch {
	case byDependency.Found:
		a.Solution = puzzle.Words(byDependency.Line)
	case breadth.Found:
		a.Solution = puzzle.Words(breadth.Line)
	case a.Solvable != nil:
		verdict = "none"
	}
	if solvable {
		verdict = strings.Join(a.Solution, " ")
	}
	return cli.Write(out, json, a, "solution: %s\ndependency-based search: %d nodes in %.3g s, %s\nbreadth-first search:    %d nodes in %.3g s, %s\n",
		verdict, a.DBS.Nodes, a.DBS.Seconds, a.DBS.Status, a.Breadth.Nodes, a.Breadth.Seconds, a.Breadth.Status)
}
