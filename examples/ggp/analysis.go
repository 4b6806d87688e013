package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/ground"
)

// analysis is what the structure of a game tells.
type analysis struct {
	Latches  int           `json:"latches"` // facts that, once they hold, do to the end, or no more once they do not
	Counters []counter     `json:"counters"`
	Parts    []independent `json:"parts"`
}

type counter struct {
	Facts  []string `json:"facts"`
	Prefix int      `json:"prefix"` // steps before the repeated ones
	Period int      `json:"period"`
}

type independent struct {
	Facts    []string `json:"facts"`
	Moves    int      `json:"moves"`
	Terminal bool     `json:"terminal"` // the end of the match depends on it
	Goals    []string `json:"goals"`    // the roles whose goals do
}

func newAnalysis(p *ground.Program, s *circuit.Signature) (*analysis, error) {
	found, err := circuit.Analyze(p)
	if err != nil {
		return nil, err
	}
	names := func(facts []int) []string {
		var list []string
		for _, f := range facts {
			list = append(list, s.Facts[f])
		}
		return list
	}
	a := &analysis{Latches: len(found.SetLatches) + len(found.UnsetLatches)}
	for _, c := range found.Counters {
		a.Counters = append(a.Counters, counter{names(c.Facts), c.Prefix, c.Period})
	}
	for _, p := range found.Parts {
		part := independent{Facts: names(p.Facts), Terminal: p.Terminal}
		for role, depends := range p.Goals {
			part.Moves += len(p.Moves[role])
			if depends {
				part.Goals = append(part.Goals, s.Roles[role])
			}
		}
		a.Parts = append(a.Parts, part)
	}
	return a, nil
}

func (a *analysis) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "  %d latches\n", a.Latches)
	for _, c := range a.Counters {
		fmt.Fprintf(&text, "  a counter of %d steps", c.Prefix)
		if c.Period > 1 || c.Prefix == 0 {
			fmt.Fprintf(&text, " and then %d that repeat", c.Period)
		}
		fmt.Fprintf(&text, ": %s\n", few(c.Facts))
	}
	for i, p := range a.Parts {
		fmt.Fprintf(&text, "  part %d of %d: %d facts, %d moves: %s\n",
			i+1, len(a.Parts), len(p.Facts), p.Moves, few(p.Facts))
	}
	return text.String()
}

// few writes the first of some names.
func few(names []string) string {
	const most = 6
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}
