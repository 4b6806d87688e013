package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

var cells = law{
	name:  "cells",
	text:  "The number of cells does not change, and none holds a negative value.",
	needs: "ply.Celled",
	begin: func() check {
		var number constant[int]
		return func(p *place) {
			if !p.whole {
				return
			}
			p.around(func(line []move) {
				c := p.game.Celled
				number.check(line, "the number of cells", c.Cells())
				for i := range c.Cells() {
					if v := c.Cell(i); v < 0 {
						failAt(line, "", fmt.Sprintf("a value of 0 or more in cell %d", i), v)
					}
				}
			})
		}
	},
}

// cellsTell remembers the cells of all positions by their identities or hashes, and vice versa.
var cellsTell = law{
	name:  "cells tell positions",
	text:  "Positions are equal exactly if all their cells are.",
	needs: "ply.Celled",
	begin: func() check {
		type memory struct {
			same string // a hash or identity that is the same in equal positions
			line []move
		}
		byKey, byCells := map[string]memory{}, map[string]memory{}
		return func(p *place) {
			if !p.whole {
				return
			}
			p.around(func(line []move) {
				key, _ := keyOf(p.game)
				cells := cellsOf(p.game.Celled)
				text := cellsKey(cells)
				here := slices.Clone(line)
				if before, again := byKey[key]; !again {
					byKey[key] = memory{text, here}
				} else if before.same != text {
					failAt(line, "", fmt.Sprintf("the cells of the equal position after %v", before.line), fmt.Sprintf("others: %v", cells))
				}
				if before, again := byCells[text]; !again {
					byCells[text] = memory{key, here}
				} else if before.same != key {
					failAt(line, "", fmt.Sprintf("a position equal to that after %v, since all cells are", before.line), fmt.Sprintf("identity %x, before %x", key, before.same))
				}
			})
		}
	},
}

func footprintOf(g *subject, m move) ply.Footprint {
	return g.Footprinter.Footprint(m, ply.Footprint{})
}

var footprintForm = law{
	name: "form of footprints",
	text: "A cell that a move modifies is also among its preconditions, with another value, no cell is named twice in either list, " +
		"cells and values are in range, and Footprint appends to its argument.",
	needs: "ply.Footprinter",
	check: func(p *place) {
		for _, m := range p.sample(p.moves) {
			f := footprintOf(p.game, m)
			if wrong := malformed(p.game, f); wrong != "" {
				p.fail("", fmt.Sprintf("a lawful footprint of %v", m), fmt.Sprintf("%+v: %s", f, wrong))
			}
			before := ply.Footprint{
				Preconditions: []ply.Condition{{Cell: 1, Value: 2}},
				Modifications: []ply.Condition{{Cell: 3, Value: 4}, {Cell: 5, Value: 6}},
			}
			want := ply.Footprint{
				Preconditions: slices.Concat(before.Preconditions, f.Preconditions),
				Modifications: slices.Concat(before.Modifications, f.Modifications),
			}
			if got := p.game.Footprinter.Footprint(m, before); !equalFootprints(got, want) {
				p.fail(fmt.Sprintf("appending the footprint of %v to %+v", m, before), fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", got))
			}
		}
	},
}

// malformed describes a fault of a footprint that shows without a position.
func malformed(g *subject, f ply.Footprint) string {
	needed := map[int32]int32{}
	for _, c := range f.Preconditions {
		if wrong := outOfRange(g, c); wrong != "" {
			return wrong
		}
		if _, twice := needed[c.Cell]; twice {
			return fmt.Sprintf("two preconditions on cell %d", c.Cell)
		}
		needed[c.Cell] = c.Value
	}
	modified := map[int32]bool{}
	for _, c := range f.Modifications {
		if wrong := outOfRange(g, c); wrong != "" {
			return wrong
		}
		value, read := needed[c.Cell]
		switch {
		case modified[c.Cell]:
			return fmt.Sprintf("two modifications of cell %d", c.Cell)
		case !read:
			return fmt.Sprintf("cell %d is modified and no precondition", c.Cell)
		case value == c.Value:
			return fmt.Sprintf("cell %d is modified to the value that it must have", c.Cell)
		}
		modified[c.Cell] = true
	}
	return ""
}

func outOfRange(g *subject, c ply.Condition) string {
	if c.Cell < 0 || c.Value < 0 {
		return fmt.Sprintf("a negative number in %+v", c)
	}
	if cells := g.Celled; cells != nil && int(c.Cell) >= cells.Cells() {
		return fmt.Sprintf("%+v is not among the %d cells", c, cells.Cells())
	}
	return ""
}

func equalFootprints(a, b ply.Footprint) bool {
	return slices.Equal(a.Preconditions, b.Preconditions) && slices.Equal(a.Modifications, b.Modifications)
}

var footprintFixed = fixed("fixed footprints", "The footprint of a move is the same in all positions.", "ply.Footprinter",
	"footprint", footprintOf, equalFootprints)

var footprintLegal = law{
	name:  "legal by footprint",
	text:  "A move is legal exactly where all its preconditions hold and the position is not solved.",
	needs: "ply.Footprinter, ply.Celled",
	begin: func() check {
		var met movesMet[ply.Footprint]
		return func(p *place) {
			met.meet(p, footprintOf)
			p.around(func(line []move) {
				legal := map[move]bool{}
				for _, m := range p.game.Moves(nil) {
					legal[m] = true
					if c, fails := unmet(p.game, footprintOf(p.game, m)); fails {
						failAt(line, "", fmt.Sprintf("%v not to be legal: it needs value %d in cell %d, which holds %d", m, c.Value, c.Cell, p.game.Celled.Cell(int(c.Cell))), "that it is")
					}
				}
				if isSolved(p.game) {
					return
				}
				for _, m := range met.moves {
					if legal[m] {
						continue
					}
					f := met.of[m]
					if _, fails := unmet(p.game, f); !fails {
						failAt(line, "", fmt.Sprintf("%v to be legal, since its preconditions %+v hold", m, f.Preconditions), fmt.Sprintf("moves %v", p.game.Moves(nil)))
					}
				}
			})
		}
	},
}

func unmet(g *subject, f ply.Footprint) (ply.Condition, bool) {
	cells := g.Celled
	for _, c := range f.Preconditions {
		if c.Cell < 0 || int(c.Cell) >= cells.Cells() || cells.Cell(int(c.Cell)) != c.Value {
			return c, true
		}
	}
	return ply.Condition{}, false
}

var footprintPlay = law{
	name:  "play by footprint",
	text:  "A move changes exactly the cells among its modifications, to the values stated.",
	needs: "ply.Footprinter, ply.Celled",
	check: func(p *place) {
		if !p.whole {
			return
		}
		before := cellsOf(p.game.Celled)
		for _, m := range p.sample(p.moves) {
			f := footprintOf(p.game, m)
			want := slices.Clone(before)
			for _, c := range f.Modifications {
				if c.Cell >= 0 && int(c.Cell) < len(want) {
					want[c.Cell] = c.Value
				}
			}
			got := playing(p.game, m, func() []int32 { return cellsOf(p.game.Celled) })
			for i := range min(len(want), len(got)) {
				if got[i] != want[i] {
					p.fail(fmt.Sprintf("after playing %v", m), fmt.Sprintf("value %d in cell %d: modifications are %+v", want[i], i, f.Modifications), fmt.Sprintf("value %d", got[i]))
				}
			}
		}
	},
}
