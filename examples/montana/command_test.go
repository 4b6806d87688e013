package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/montana/montana"
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
		{"random", picture{suits: 2, ranks: 3, seed: 2, maxNodes: 100, variant: "common"}, []string{"n1 ->"}, ""},
		{"blocks", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 100, blocks: true}, []string{"block 0", "block 1", "firebrick"}, ""},
		{"part", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 10, part: true}, []string{"dotted"}, ""},
		{"part in blocks", picture{suits: 6, ranks: 13, seed: 2, maxNodes: 50, part: true, blocks: true}, []string{"dotted", "block 0"}, ""},
		{"too large", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 73}, nil, "has 74 positions, too many to draw: -max-nodes 73 bounds it"},
		{"too large in blocks", picture{suits: 4, ranks: 4, seed: 2, maxNodes: 73, blocks: true}, nil, "has 74 positions"},
		{"no bound", picture{deal: deal}, nil, "-max-nodes 0"},
		{"common blocks", picture{deal: deal, maxNodes: 50, blocks: true, variant: "common"}, nil, "has cycles"},
		{"bad deal", picture{deal: file("bad", "AS 3S 2S\n2H AH 4H\n"), maxNodes: 50}, nil, `bad: line 2: card "4H"`},
		{"no deal", picture{deal: filepath.Join(dir, "none"), maxNodes: 50}, nil, "no such file"},
	}
	for _, test := range tests {
		p := test.p
		p.out = filepath.Join(dir, "out.dot")
		if p.variant == "" {
			p.variant = "base"
		}
		err := p.draw(t.Context())
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
	if err := (&picture{out: "picture.gif", variant: "base", maxNodes: 1}).draw(t.Context()); err == nil || !strings.Contains(err.Error(), ".svg") {
		t.Errorf("error %v for a gif", err)
	}
	svg := picture{deal: deal, variant: "base", maxNodes: 50, out: filepath.Join(dir, "out.svg")}
	if err := svg.draw(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestExploreInBlocks(t *testing.T) {
	want := []string{`"positions":1`, `"blocks":`, `"mean_block":`, `"R":`}
	for i, algorithm := range []string{block, blockIncremental, block, blockIncremental} {
		for _, exact := range []bool{true, false} {
			e := exploration{random: 2, seed: 3, suits: 4, ranks: 5, variant: montana.Base.String(), algorithm: algorithm,
				tableEntries: 1 << 16, noTable: i >= 2, exact: exact, json: true}
			var out strings.Builder
			if err := e.run(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			keys := want
			if !exact {
				keys = []string{`"positions":null`, `"blocks":`, `"R":null`}
			}
			for _, key := range keys {
				if strings.Count(out.String(), key) != 2 {
					t.Errorf("%s: no %s in both lines of\n%s", algorithm, key, out.String())
				}
			}
		}
	}
	for _, e := range []exploration{{algorithm: "blocks"}, {algorithm: table, rootsOnly: true}, {algorithm: incremental, noTable: true},
		{algorithm: block, noTable: true, rootsOnly: true}, {algorithm: block, variant: "common"}} {
		if e.variant == "" {
			e.variant = "base"
		}
		e.random, e.suits, e.ranks, e.tableEntries = 1, 4, 5, 16
		if err := e.run(t.Context(), new(strings.Builder)); err == nil {
			t.Errorf("no error for %+v", e)
		}
	}
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
				exploration: exploration{random: 2, seed: 1, suits: 4, ranks: 8, maxNodes: test.maxNodes},
				tables:      []int{1 << 20, 1 << 10},
				maxGain:     test.maxGain,
			}
			var out strings.Builder
			if err := c.run(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			if lines := strings.Count(out.String(), "\n"); lines != 1+4+2 || strings.Count(out.String(), test.want) != 2 {
				t.Errorf("got\n%s", out.String())
			}
		})
	}
}
