package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

const records = "morpion/records/"

const bruneau = records + "5t-170-bruneau-1976.psol"

// args splits a command line in which RECORD is the file of a game.
func args(line string) []string {
	return strings.Fields(strings.ReplaceAll(line, "RECORD", bruneau))
}

// A count that is killed again and again, in processes of its own, has the result of one that is not.
func TestCountInterrupted(t *testing.T) {
	if !long.Enabled {
		t.Skip("see -tags long")
	}
	count := "count -json -record " + bruneau + " -from "
	flags := " -algorithm ti -workers 2"
	clitest.Interrupted(t, command, 2, []string{"seconds"}, count+"115"+flags, count+"140"+flags)
}

func TestCount(t *testing.T) {
	for _, flags := range []string{"-algorithm ti", "-algorithm ti -workers 2", "-algorithm table", "-algorithm ti+table", "-algorithm ti+table -table-entries 65536"} {
		got := clitest.Object[counted](t, command, args("count -record RECORD -from 140 -json "+flags)...)
		if got.From != 140 || got.Positions == nil || *got.Positions != 2936 || got.Longest == nil || *got.Longest != 170 || got.Nodes != 2936 {
			t.Errorf("%s: %+v", flags, got)
		}
	}
	for line, want := range map[string]string{
		"count -record RECORD -from 150 -algorithm dbs -json":               `{"from":150,"positions":null,"longest":null,"nodes":22,`,
		"count -record RECORD -from 100 -algorithm tree -max-nodes 5 -json": `"positions":null,"longest":104,"nodes":5,`,
		"count -record RECORD -from 100 -algorithm tree -max-nodes 5":       "not all of it: out of nodes\n",
	} {
		if out := clitest.Output(t, command, args(line)...); !strings.Contains(out, want) {
			t.Errorf("%s: %s, want %s", line, out, want)
		}
	}
}

func TestErrors(t *testing.T) {
	illegal, empty := filepath.Join(t.TempDir(), "illegal.psol"), filepath.Join(t.TempDir(), "empty.psol")
	if err := errors.Join(os.WriteFile(illegal, []byte("(28,28)\n(0,0) | 0\n"), 0o666), os.WriteFile(empty, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []clitest.Case{
		{Args: "count -record RECORD -from 171", Status: cli.Misuse, Err: "-from 171: the game has 170 moves"},
		{Args: "count -record RECORD -from -1", Status: cli.Misuse, Err: "-from: want 0 to 1000"},
		{Args: "count -record RECORD -algorithm quick", Status: cli.Misuse, Err: "-algorithm: want tree, table, ti, ti+table or dbs"},
		{Args: "count -record RECORD -algorithm table -workers 2", Status: cli.Misuse, Err: "-workers: algorithm table"},
		{Args: "count -record RECORD -workers 2147483648", Status: cli.Misuse, Err: "-workers: want 0 to 1024"},
		{Args: "count -record RECORD -from 60 -algorithm table -memory 1000000", Status: cli.Failure, Err: "out of memory: more than 1 MB"},
		{Args: "count", Status: cli.Misuse, Err: "-record: want a file"},
		{Args: "count -record RECORD -variant 6T", Status: cli.Misuse, Err: "-variant: want 5T"},
		{Args: "count -record RECORD -variant 5D", Status: cli.Failure, Err: "bruneau-1976.psol: line 5: "},
		{Args: "count -record " + illegal, Status: cli.Failure, Err: `illegal.psol: line 2: "(0,0) | 0" is illegal`},
		{Args: "replay -record " + empty, Status: cli.Failure, Err: "empty.psol: an empty record"},
		{Args: "replay -record -", Status: cli.Failure, Err: "standard input: an empty record"},
		{Args: "replay -record -", In: "(28,28)\n", Out: "5T: 0 moves"},
		{Args: "graph -record RECORD -o x.gif", Status: cli.Misuse, Err: "-o x.gif"},
		{Args: "graph -record RECORD -o x.svg -algorithm x", Status: cli.Misuse, Err: "-algorithm: want dbs or dfs"},
	} {
		c.Args = strings.ReplaceAll(c.Args, "RECORD", bruneau)
		clitest.Check(t, command, c)
	}
	clitest.Misuse(t, command)
}

func TestFiles(t *testing.T) {
	clitest.Files(t, command, "replay -record FILE", bruneau)
	clitest.LongLines(t, command, "replay -record FILE", bruneau)
	clitest.Files(t, command, "draw -o - -record FILE", records+"5d-82-rosin-2010.psol")
}

func TestStreams(t *testing.T) {
	for _, line := range []string{"count -record RECORD -from 150 -json", "count -record RECORD -from 150", "count -record RECORD -from 150 -algorithm dbs -json",
		"replay -record RECORD", "replay -record RECORD -json", "draw -record RECORD -o -",
		"search -variant 4D -playouts 100", "search -variant 4D -playouts 100 -json"} {
		clitest.Streams(t, command, strings.Join(args(line), " "))
	}
}

func TestReplay(t *testing.T) {
	text := clitest.Output(t, command, args("replay -record RECORD")...)
	drawing, end, _ := strings.Cut(text, "\n\n")
	if strings.Count(drawing, "o") != 36 || strings.Count(drawing, "*") != 170 || end != "5T: 170 moves, no move is left\n" {
		t.Error(text)
	}
	// A line has 4 segments, and an X is two of them.
	segments := strings.Count(drawing, "-") + strings.Count(drawing, "|") + strings.Count(drawing, `\`) +
		strings.Count(drawing, "/") + 2*strings.Count(drawing, "X")
	if segments != 170*4 {
		t.Errorf("%d segments, want %d\n%s", segments, 170*4, drawing)
	}
	if out := clitest.Output(t, command, args("replay -record RECORD -json")...); out != `{"variant":"5T","moves":170,"next":0}`+"\n" {
		t.Error(out)
	}
}

func TestGraph(t *testing.T) {
	folder := t.TempDir()
	for algorithm, nodes := range map[string]int{dependencyBased: 22, depthFirst: 88} {
		name := filepath.Join(folder, algorithm+".dot")
		run := func(maxNodes int) clitest.Result {
			return clitest.Run(t, command, "", "graph", "-record", bruneau, "-from", "150", "-algorithm", algorithm, "-o", name, "-max-nodes", fmt.Sprint(maxNodes))
		}
		if r := run(nodes); r.Status != cli.Success {
			t.Fatal(r.Err)
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(text), "digraph {") {
			t.Errorf("%s: %.40q, error %v", algorithm, text, err)
		}
		if r := run(nodes - 1); r.Status != cli.Failure || !strings.Contains(r.Err, fmt.Sprintf("has %d nodes", nodes)) {
			t.Errorf("%s: %+v", algorithm, r)
		}
	}
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, command, "count -algorithm ti -record "+bruneau, "graph -record "+bruneau+" -o "+filepath.Join(t.TempDir(), "x.dot"), "search -variant 4D -budget 10ms", "search -variant 4D -method nmcs -budget 10ms",
		"search -variant 4D -method beam -budget 10ms", "search -variant 4D -method evolve -budget 10ms", "search -variant 4D -forbidden 2 -budget 10ms")
}
