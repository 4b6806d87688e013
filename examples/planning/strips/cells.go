package strips

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/exclusion"
)

// ErrUnsolvable reports that no plan exists, without a search.
var ErrUnsolvable = errors.New("strips: no plan exists")

// Cells are a task as a game of cells. An action can become several moves, for different values of cells before it.
type Cells struct {
	Game    *dependency.Game[int]
	Actions []int      // by move, the action of the task, or -1 if the move continues an action
	Facts   [][]string // by cell, the facts of its values; "" for none
}

// Plan returns the actions of a line.
func (c *Cells) Plan(t *Task, line []int) []string {
	plan := []string{}
	for _, m := range line {
		if a := c.Actions[m]; a >= 0 {
			plan = append(plan, t.Actions[a].Name)
		}
	}
	return plan
}

// Cost returns the cost of the action that a move is or begins, or 0.
func (c *Cells) Cost(t *Task, m int) int {
	if a := c.Actions[m]; a >= 0 {
		return t.Actions[a].Cost
	}
	return 0
}

// Split reports whether some actions are several moves in turn.
func (c *Cells) Split() bool { return slices.Contains(c.Actions, -1) }

// mostVariants is the greatest number of moves of an action. If many changed facts can hold before or not, there would
// be a move for each combination. Such an action becomes a move for each cell, in turn. A further cell then holds the
// next of them, and nothing else is legal.
var mostVariants = 4096

// Cells returns the cells of a task, or [ErrUnsolvable] if two facts of the goal exclude each other, or one can never
// hold. It takes time proportional at worst to the number of actions, times the number of facts, times the length of
// plans.
func (t *Task) Cells(ctx context.Context) (*Cells, error) {
	p, err := t.pairs(ctx)
	if err != nil {
		return nil, err
	}
	b := &builder{task: t, pairs: p, cellOf: make([]int, len(t.Facts)), valueOf: make([]int32, len(t.Facts))}
	for i, a := range t.Goal {
		for _, b := range t.Goal[:i+1] {
			if !p.Has(a, b) {
				return nil, ErrUnsolvable
			}
		}
	}
	b.group()
	if err := b.findNone(ctx); err != nil {
		return nil, err
	}
	return b.build()
}

// pairs finds the pairs of facts that can hold together.
func (t *Task) pairs(ctx context.Context) (exclusion.Pairs, error) {
	return exclusion.Find(ctx, len(t.Facts), t.Start, len(t.Actions), func(i int) (needs, deletes, adds []int) {
		a := &t.Actions[i]
		return a.Needs, a.Deletes, a.Adds
	})
}

type builder struct {
	task    *Task
	pairs   exclusion.Pairs
	cells   [][]int // the facts of each cell; their number is the value for none
	none    []int   // by cell, the fact in pairs that none holds
	cellOf  []int   // by fact
	valueOf []int32 // by fact
	moves   []ply.Footprint
	actions []int
	next    []string // the actions to be continued, by value of the further cell from 1 on
}

// group greedily makes cells of facts that exclude each other, the largest cells first.
func (b *builder) group() {
	free := make([]bool, len(b.cellOf))
	for f := range free {
		free[f] = b.pairs.Has(f, f)
	}
	grow := func(seed int) []int {
		facts := []int{seed}
		for f := range free {
			if free[f] && f != seed && !slices.ContainsFunc(facts, func(g int) bool { return b.pairs.Has(f, g) }) {
				facts = append(facts, f)
			}
		}
		return facts
	}
	cliques := make([][]int, len(free)+1) // by seed
	for f := range free {
		if free[f] {
			cliques[f] = grow(f)
		}
	}
	for {
		best := slices.MaxFunc(cliques, func(x, y []int) int { return len(x) - len(y) })
		switch {
		case len(best) == 0:
			return
		case !free[best[0]]:
			cliques[best[0]] = nil
		case slices.ContainsFunc(best, func(f int) bool { return !free[f] }):
			cliques[best[0]] = grow(best[0])
		default:
			for value, f := range best {
				free[f], b.cellOf[f], b.valueOf[f] = false, len(b.cells), int32(value)
			}
			b.cells = append(b.cells, best)
		}
	}
}

// findNone finds the pairs again with a fact for each cell that none of its facts holds.
func (b *builder) findNone(ctx context.Context) error {
	t := Task{Facts: slices.Clone(b.task.Facts), Start: slices.Clone(b.task.Start)}
	for cell, facts := range b.cells {
		b.none = append(b.none, len(t.Facts))
		t.Facts = append(t.Facts, "")
		if !slices.ContainsFunc(facts, func(f int) bool { return slices.Contains(b.task.Start, f) }) {
			t.Start = append(t.Start, b.none[cell])
		}
	}
	for i := range b.task.Actions {
		a := b.task.Actions[i]
		a.Deletes, a.Adds = slices.Clone(a.Deletes), slices.Clone(a.Adds)
		for _, f := range b.task.Actions[i].Adds {
			if b.pairs.Has(f, f) {
				a.Deletes = append(a.Deletes, b.none[b.cellOf[f]])
			}
		}
		for _, f := range b.task.Actions[i].Deletes {
			if b.pairs.Has(f, f) && b.fits(f, &a) {
				if none := b.none[b.cellOf[f]]; !slices.Contains(a.Deletes, none) {
					a.Adds = append(a.Adds, none) // if the fact held before
				}
			}
		}
		t.Actions = append(t.Actions, a)
	}
	var err error
	b.pairs, err = t.pairs(ctx)
	return err
}

// fits reports whether a fact can hold when an action is applicable.
func (b *builder) fits(f int, a *Action) bool {
	return !slices.ContainsFunc(a.Needs, func(n int) bool { return !b.pairs.Has(f, n) })
}

func (b *builder) build() (*Cells, error) {
	room := make([]uint64, (len(b.pairs)+63)/64)
	for i := range b.task.Actions {
		if _, possible := b.pairs.Among(b.task.Actions[i].Needs, room); possible {
			b.addMoves(i)
		}
	}
	start := make([]int32, max(1, len(b.cells)))
	for cell, facts := range b.cells {
		start[cell] = int32(len(facts))
	}
	for _, f := range b.task.Start {
		start[b.cellOf[f]] = b.valueOf[f]
	}
	var goal []ply.Condition
	for _, f := range b.task.Goal {
		goal = append(goal, b.condition(f))
	}
	if len(b.cells) == 0 || len(goal) == 0 {
		goal = []ply.Condition{{Cell: 0, Value: start[0]}} // nothing is to be done
	}
	if len(b.next) > 0 {
		start = append(start, 0)
		goal = append(goal, b.turn(0))
		for m := range b.moves {
			b.moves[m].Preconditions = b.whole(b.moves[m].Preconditions)
		}
	}
	rules, err := dependency.List(len(start), b.moves)
	if err != nil {
		return nil, err
	}
	g, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal})
	if err != nil {
		return nil, err
	}
	c := &Cells{Game: g, Actions: b.actions}
	for _, facts := range b.cells {
		var names []string
		for _, f := range facts {
			names = append(names, b.task.Facts[f])
		}
		c.Facts = append(c.Facts, append(names, ""))
	}
	if len(b.next) > 0 {
		c.Facts = append(c.Facts, append([]string{"(no action has begun)"}, b.next...))
	}
	return c, nil
}

func (b *builder) condition(f int) ply.Condition {
	return ply.Condition{Cell: int32(b.cellOf[f]), Value: b.valueOf[f]}
}

// An option is a value of a cell before and after an action.
type option struct {
	fact          int
	before, after int32
}

// options returns the cells that an action changes or may change, with their options.
func (b *builder) options(a *Action, needed map[int]int32) (cells []int, options [][]option) {
	added := make(map[int]int32)
	touched := make(map[int]bool)
	for _, f := range a.Adds {
		added[b.cellOf[f]] = b.valueOf[f]
		touched[b.cellOf[f]] = true
	}
	for _, f := range a.Deletes {
		if b.pairs.Has(f, f) && b.fits(f, a) {
			touched[b.cellOf[f]] = true
		}
	}
	cells = slices.Sorted(maps.Keys(touched))
	for _, cell := range cells {
		var of []option
		for value := range int32(len(b.cells[cell]) + 1) {
			o := option{b.none[cell], value, value}
			if int(value) < len(b.cells[cell]) {
				o.fact = b.cells[cell][value]
			}
			if need, known := needed[cell]; known && need != value || !b.pairs.Has(o.fact, o.fact) || !b.fits(o.fact, a) {
				continue
			}
			if add, adds := added[cell]; adds {
				o.after = add
			} else if slices.Contains(a.Deletes, o.fact) {
				o.after = int32(len(b.cells[cell]))
			}
			of = append(of, o)
		}
		options = append(options, of)
	}
	return cells, options
}

// with returns a footprint with an option of a cell.
func with(f ply.Footprint, cell int, o option) ply.Footprint {
	f.Preconditions = append(slices.Clip(f.Preconditions), ply.Condition{Cell: int32(cell), Value: o.before})
	if o.before != o.after {
		f.Modifications = append(slices.Clip(f.Modifications), ply.Condition{Cell: int32(cell), Value: o.after})
	}
	return f
}

func (b *builder) addMoves(i int) {
	a := &b.task.Actions[i]
	needed := make(map[int]int32)
	for _, f := range a.Needs {
		needed[b.cellOf[f]] = b.valueOf[f]
	}
	cells, options := b.options(a, needed)
	var always ply.Footprint
	for _, cell := range slices.Sorted(maps.Keys(needed)) {
		if !slices.Contains(cells, cell) {
			always.Preconditions = append(always.Preconditions, ply.Condition{Cell: int32(cell), Value: needed[cell]})
		}
	}
	type partial struct {
		ply.Footprint
		before []int // the facts that hold in the cells touched
	}
	footprints := []partial{{Footprint: always}}
	for at, cell := range cells {
		var more []partial
		for _, o := range options[at] {
			for _, f := range footprints {
				if slices.ContainsFunc(f.before, func(g int) bool { return !b.pairs.Has(o.fact, g) }) {
					continue
				}
				more = append(more, partial{with(f.Footprint, cell, o), append(slices.Clip(f.before), o.fact)})
			}
			if len(more) > mostVariants {
				b.addTurns(i, always, cells, options)
				return
			}
		}
		footprints = more
	}
	for _, f := range footprints {
		if len(f.Modifications) > 0 {
			b.moves, b.actions = append(b.moves, f.Footprint), append(b.actions, i)
		}
	}
}

// addTurns adds an action as moves in turn: one for the cells whose values before are known, then one for each other
// cell and each of its values.
func (b *builder) addTurns(i int, always ply.Footprint, cells []int, options [][]option) {
	first, left := always, 0
	for at, cell := range cells {
		switch len(options[at]) {
		case 0:
			return // it is never applicable
		case 1:
			first = with(first, cell, options[at][0])
		default:
			left++
		}
	}
	turn := func(f ply.Footprint, from, to int32) ply.Footprint {
		f.Preconditions = append(slices.Clip(f.Preconditions), b.turn(from))
		f.Modifications = append(slices.Clip(f.Modifications), b.turn(to))
		return f
	}
	at := int32(len(b.next) + 1)
	b.moves, b.actions = append(b.moves, turn(first, 0, at)), append(b.actions, i)
	for j, cell := range cells {
		if len(options[j]) == 1 {
			continue
		}
		after := at + 1
		if left--; left == 0 {
			after = 0
		}
		for _, o := range options[j] {
			b.moves, b.actions = append(b.moves, turn(with(ply.Footprint{}, cell, o), at, after)), append(b.actions, -1)
		}
		b.next = append(b.next, b.task.Actions[i].Name)
		at++
	}
}

// turn returns a condition on the further cell; 0 means that no action has begun.
func (b *builder) turn(value int32) ply.Condition {
	return ply.Condition{Cell: int32(max(1, len(b.cells))), Value: value}
}

// whole adds to the preconditions of a move that no action has begun, unless it continues one.
func (b *builder) whole(preconditions []ply.Condition) []ply.Condition {
	if slices.ContainsFunc(preconditions, func(c ply.Condition) bool { return c.Cell == b.turn(0).Cell }) {
		return preconditions
	}
	return append(preconditions, b.turn(0))
}
