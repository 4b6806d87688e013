package player

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Board shows the facts of a relation of three arguments, such as (cell 3 1 red): the column, the row, counted upwards,
// and the content.
type Board struct {
	Relation string
	Columns  []string
	Rows     []BoardRow // from the top
}

// A BoardRow is a row of a [Board].
type BoardRow struct {
	Name  string
	Cells []string // by column, "" if empty
}

const (
	mostFacts = 100_000 // larger games are not searched for boards
	mostSide  = 32      // columns or rows of a board
)

// A plan is the layouts of a game.
type plan []layout

// A layout is a relation that makes a board, with all its arguments.
type layout struct {
	relation      string
	columns, rows []string
}

// split returns the words of a fact, nil if it is nested.
func split(fact string) []string {
	if strings.LastIndexByte(fact, '(') > 0 {
		return nil
	}
	return strings.Fields(strings.Trim(fact, "()"))
}

// newPlan finds the relations that look like boards among all facts of a game: at least two columns and two rows, of which
// the columns or the rows are numbered.
func newPlan(facts []string) plan {
	if len(facts) > mostFacts {
		return nil
	}
	type sides [2]map[string]bool
	found := map[string]*sides{}
	other := map[string]bool{}
	for _, fact := range facts {
		words := split(fact)
		if len(words) == 0 {
			continue
		}
		name := words[0]
		if len(words) != 4 {
			other[name] = true
			continue
		}
		if found[name] == nil {
			found[name] = &sides{{}, {}}
		}
		found[name][0][words[1]], found[name][1][words[2]] = true, true
	}
	var p plan
	for _, name := range slices.Sorted(maps.Keys(found)) {
		columns, numbered := axis(found[name][0])
		rows, also := axis(found[name][1])
		if other[name] || !numbered && !also || min(len(columns), len(rows)) < 2 || max(len(columns), len(rows)) > mostSide {
			continue
		}
		slices.Reverse(rows)
		p = append(p, layout{name, columns, rows})
	}
	return p
}

// axis sorts arguments, by number if all are numbers.
func axis(all map[string]bool) (sorted []string, numbered bool) {
	sorted = slices.Sorted(maps.Keys(all))
	number := map[string]int{}
	for _, s := range sorted {
		n, err := strconv.Atoi(s)
		if err != nil {
			return sorted, false
		}
		number[s] = n
	}
	slices.SortFunc(sorted, func(a, b string) int { return cmp.Compare(number[a], number[b]) })
	return sorted, true
}

// arrange puts facts on boards, and returns the rest. A relation with two facts for one place is not a board.
func (p plan) arrange(facts []string) (boards []Board, rest []string) {
	content := map[[3]string]string{}
	crowded := map[string]bool{}
	for _, fact := range facts {
		if words := split(fact); len(words) == 4 {
			at := [3]string(words[:3])
			crowded[words[0]] = crowded[words[0]] || content[at] != ""
			content[at] = words[3]
		}
	}
	p = slices.DeleteFunc(slices.Clone(p), func(l layout) bool { return crowded[l.relation] })
	for _, fact := range facts {
		words := split(fact)
		if len(words) != 4 || !slices.ContainsFunc(p, func(l layout) bool { return l.relation == words[0] }) {
			rest = append(rest, fact)
		}
	}
	for _, l := range p {
		b := Board{Relation: l.relation, Columns: l.columns}
		for _, row := range l.rows {
			r := BoardRow{Name: row}
			for _, column := range l.columns {
				r.Cells = append(r.Cells, content[[3]string{l.relation, column, row}])
			}
			b.Rows = append(b.Rows, r)
		}
		boards = append(boards, b)
	}
	return boards, rest
}
