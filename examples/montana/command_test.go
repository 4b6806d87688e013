package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestGraph(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	deal := file("deal", "AS 3S 2S\n2H AH 3H\n")
	tests := []struct {
		name string
		p    picture
		want []string // in the picture, or else the error
		err  string
	}{
		{"deal", picture{deal: deal, maxNodes: 50}, []string{`"label"="3H"`, "forestgreen", "penwidth"}, ""},
		{"boards", picture{deal: deal, maxNodes: 50, boards: true}, []string{`AS -- 3S 2S\lAH 2H -- 3H\l`}, ""},
		{"random", picture{suits: 2, ranks: 3, seed: 2, maxNodes: 100, variant: montana.Common}, []string{"n1 ->"}, ""},
		{"blocks", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 100, blocks: true}, []string{"block 0", "block 1", "firebrick"}, ""},
		{"part", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 10, part: true}, []string{"dotted"}, ""},
		{"part in blocks", picture{suits: 6, ranks: 13, seed: 2, maxNodes: 50, part: true, blocks: true}, []string{"dotted", "block 0"}, ""},
		{"too large", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 73}, nil, "has 74 positions, too many to draw: -max-nodes 73 bounds it"},
		{"too large in blocks", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 73, blocks: true}, nil, "has 74 positions"},
		{"common blocks", picture{deal: deal, maxNodes: 50, blocks: true, variant: montana.Common}, nil, "has cycles"},
		{"bad deal", picture{deal: file("bad", "AS 3S 2S\n2H AH 4H\n"), maxNodes: 50}, nil, `bad: line 2: card "4H"`},
		{"no deal", picture{deal: filepath.Join(dir, "none"), maxNodes: 50}, nil, "no such file"},
	}
	for _, test := range tests {
		p := test.p
		p.out = filepath.Join(dir, "out.dot")
		err := p.draw(t.Context(), nil)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want one with %q", test.name, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		dot, err := os.ReadFile(p.out)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if !strings.Contains(string(dot), want) {
				t.Errorf("%s: no %s in\n%s", test.name, want, dot)
			}
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "graph -o picture.gif", Status: cli.Misuse, Err: ".svg"},
		clitest.Case{Args: "graph -o x.dot -max-nodes 0", Status: cli.Misuse, Err: "-max-nodes: want 1 to 1000000"},
		clitest.Case{Args: "graph -o x.dot -blocks -variant common", Status: cli.Misuse, Err: "has cycles"},
		clitest.Case{Args: "graph -deal - -o " + filepath.Join(dir, "in.dot"), In: "AS 3S 2S\n2H AH 3H\n"},
		clitest.Case{Args: "graph -deal - -o " + filepath.Join(dir, "in.dot"), Status: cli.Failure, Err: "standard input: no deal"},
		clitest.Case{Args: "graph -deal - -o x.dot", In: strings.Repeat("#\n", 1<<16), Status: cli.Failure, Err: "standard input: longer than 65536 bytes"},
	)
	svg := picture{deal: deal, variant: montana.Base, maxNodes: 50, out: filepath.Join(dir, "out.svg")}
	if err := svg.draw(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestExploreInBlocks(t *testing.T) {
	want := []string{`"positions":1`, `"blocks":`, `"mean_block":`, `"R":`}
	for i, algorithm := range []string{byBlocks, blockIncremental, byBlocks, blockIncremental} {
		for _, exact := range []bool{true, false} {
			args := strings.Fields("explore -random 2 -seed 3 -suits 4 -ranks 5 -table-entries 65536 -json -algorithm " + algorithm)
			keys := []string{`"positions":null`, `"blocks":`, `"R":null`}
			if exact {
				args, keys = append(args, "-exact"), want
			}
			if i >= 2 {
				args = append(args, "-no-table")
			}
			out := clitest.Output(t, command, args...)
			for _, key := range keys {
				if strings.Count(out, key) != 2 {
					t.Errorf("%s: no %s in both lines of\n%s", algorithm, key, out)
				}
			}
		}
	}
	for _, args := range []string{"-algorithm blocks", "-algorithm table -roots-only", "-algorithm ti -no-table", "-algorithm block -no-table -roots-only",
		"-algorithm block -variant common", "-deals x -random 1"} {
		clitest.Check(t, command, clitest.Case{Args: "explore " + args, Status: cli.Misuse})
	}
}

// TestRandomDeals checks that deals at random cost nothing before they are wanted.
func TestRandomDeals(t *testing.T) {
	h, err := (&deals{random: mostDeals, seed: 1, suits: 4, ranks: 13}).read(nil)
	if err != nil || h.len() != mostDeals {
		t.Fatalf("%d deals, error %v", h.len(), err)
	}
	last, err := h.game(mostDeals-1, montana.Base)
	if err != nil || last.Cells() != 1+4*14 {
		t.Errorf("%v, error %v", last, err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "deals")
	const text = "# two deals\nAS 3S 2S\n2H AH 3H\n\n2S 3H AS\nAH 3S 2H\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Files(t, command, "explore -suits 2 -ranks 3 -table-entries 1024 -max-nodes 1000 -deals FILE", file)
	clitest.LongLines(t, command, "explore -suits 2 -ranks 3 -table-entries 1024 -max-nodes 1000 -deals FILE", file)
	clitest.Files(t, command, "graph -part -max-nodes 10 -o "+filepath.Join(dir, "out.dot")+" -deal FILE", "testdata/6x13.txt")
	clitest.Check(t, command,
		clitest.Case{Args: "breadth -suits 2 -ranks 3 -deals " + file, Out: "of 2"},
		clitest.Case{Args: "sample -suits 2 -ranks 3 -deals -", In: text, Out: "of 2"},
		clitest.Case{Args: "sample -suits 2 -ranks 4 -deals -", In: text, Status: cli.Failure, Err: "standard input: line 2"},
		clitest.Case{Args: "sample -suits 2 -ranks 4 -deals " + file, Status: cli.Failure, Err: file + ": line 2"},
	)
}

func TestStreams(t *testing.T) {
	for _, args := range []string{"explore -random 3 -ranks 5 -table-entries 1024", "explore -random 3 -ranks 5 -table-entries 1024 -algorithm block",
		"sample -random 3 -samples 10", "breadth -random 3 -positions 100"} {
		clitest.Streams(t, command, args, args+" -json")
	}
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "explore -random 9223372036854775807", Status: cli.Misuse, Err: "-random: want 0 to 1000000"},
		clitest.Case{Args: "blocks -max-gain NaN", Status: cli.Misuse, Err: "-max-gain: want 0 to 1e+06"},
		clitest.Case{Args: "sample -workers 2147483648", Status: cli.Misuse, Err: "-workers: want 0 to 1024"},
		clitest.Case{Args: "sample -from 11", Status: cli.Misuse, Err: "-from 11: there are 10 deals"},
		clitest.Case{Args: "sample -variant rare", Status: cli.Misuse, Err: "-variant: want base or common"},
		clitest.Case{Args: "sample -deals x -random 1", Status: cli.Misuse, Err: "-deals and -random exclude each other"},
		clitest.Case{Args: "sample -deals none.txt", Status: cli.Failure, Err: "open none.txt: "},
	)
}

func TestBlocksCommand(t *testing.T) {
	tests := []struct {
		name     string
		maxNodes int
		maxGain  float64
		want     string
	}{
		{"all", 0, 0, "the geometric mean of 2 deals"},
		{"left out", 1, 0, "no deals"},
		{"stopped", 0, 1e-9, "of 2 deals, 2 of which were stopped"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := blockComparison{
				exploration: exploration{deals: deals{random: 2, seed: 1, suits: 4, ranks: 8}, variant: montana.Base, maxNodes: test.maxNodes},
				tables:      []int{1 << 20, 1 << 10},
				maxGain:     test.maxGain,
			}
			var out strings.Builder
			if err := c.run(t.Context(), cli.Streams{Out: &out}); err != nil {
				t.Fatal(err)
			}
			if lines := strings.Count(out.String(), "\n"); lines != 1+4+2 || strings.Count(out.String(), test.want) != 2 {
				t.Errorf("got\n%s", out.String())
			}
		})
	}
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, command, "explore", "sample", "breadth -positions 1000", "graph -part -o "+filepath.Join(t.TempDir(), "x.dot"))
}
