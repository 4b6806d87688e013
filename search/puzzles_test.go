package search_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// crowded is a graph whose positions share a few hashes. Only their identities tell them apart.
type crowded struct {
	*testgames.Graph
	hashes uint64
}

func (c crowded) Hash() uint64 { return c.Graph.Hash() % c.hashes }

// unpriced hides the costs of a graph.
type unpriced struct{ *testgames.Graph }

func (unpriced) Cost() {}

// priced is a puzzle with costs and nothing else.
type priced struct {
	plain[int]
	ply.Coster[int]
}

// A puzzle is a random graph with all there is to know of it, found by brute force.
type puzzle struct {
	*testgames.Graph
	reachable, goals int
	deepest          int   // the greatest distance of a position from the start
	moves, cost      int   // least of a solution, or -1
	lines            []int // lines of play from each node, in an acyclic graph; at most about a million
	leaves, solving  int   // of these from the start, those that end in a position without moves, and in a goal
}

// randomPuzzle draws a puzzle of up to 40 positions.
func randomPuzzle(random *rand.Rand) *puzzle {
	acyclic := random.IntN(2) == 0
	nodes := 1 + random.IntN(40)
	p := &puzzle{Graph: testgames.RandomGraph(random, nodes, random.IntN(3*nodes), acyclic), moves: -1, cost: -1}
	free := random.IntN(2) // half of the graphs have moves that cost nothing
	for i := range p.Edges {
		p.Edges[i].Price -= free
	}
	moves, costs := p.Distances()
	for node := range p.Out {
		if moves[node] < 0 {
			continue
		}
		p.reachable++
		p.deepest = max(p.deepest, moves[node])
		if p.Goals[node] {
			p.goals++
			if p.moves < 0 || moves[node] < p.moves {
				p.moves = moves[node]
			}
			if p.cost < 0 || costs[node] < p.cost {
				p.cost = costs[node]
			}
		}
	}
	for node, left := range costsToGoal(p.Graph) {
		switch {
		case left >= 0:
			p.Bounds[node] = random.IntN(left + 1)
		case random.IntN(2) == 0:
			p.Bounds[node] = math.MaxInt
		default:
			p.Bounds[node] = random.IntN(20)
		}
	}
	if acyclic {
		p.countLines()
	}
	return p
}

func (p *puzzle) countLines() {
	p.lines = make([]int, len(p.Out))
	leaves, solving := make([]int, len(p.Out)), make([]int, len(p.Out))
	for node, out := range slices.Backward(p.Out) {
		p.lines[node] = 1
		if len(out) == 0 {
			leaves[node] = 1
		}
		if p.Goals[node] {
			solving[node] = 1
		}
		for _, e := range out {
			to := p.Edges[e].To
			p.lines[node] = min(p.lines[node]+p.lines[to], 1e6)
			leaves[node] = min(leaves[node]+leaves[to], 1e6)
			solving[node] = min(solving[node]+solving[to], 1e6)
		}
	}
	p.leaves, p.solving = leaves[0], solving[0]
}

// TestRandomPuzzles holds all searches of one player, in all spaces and with all memories, against brute force.
func TestRandomPuzzles(t *testing.T) {
	for seed := range uint64(long.Or(6000, 600)) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := randomPuzzle(random)
		if p.NoCycle && p.lines[0] > 5000 {
			continue
		}
		c := &puzzleCheck{t, seed, random, p}
		c.cheapest()
		c.depthFirst()
		c.breadthFirst()
		c.lines()
		c.cutShort()
		if t.Failed() {
			return
		}
	}
}

type puzzleCheck struct {
	*testing.T
	seed   uint64
	random *rand.Rand
	*puzzle
}

// that checks a result of a search, and that the game is back at the start.
func (c *puzzleCheck) that(ok bool, what string, found ...any) {
	c.Helper()
	if !ok || c.At != 0 {
		c.Errorf("seed %d, acyclic %v, at node %d: %s: %v", c.seed, c.NoCycle, c.At, what, found)
	}
}

// line checks that a line solves, and that it has this many moves, if that is not negative, and costs as much.
func (c *puzzleCheck) line(line []int, moves, cost int) {
	c.Helper()
	sum := 0
	for _, m := range line {
		if c.Edges[m].From != c.At {
			c.that(false, "a line that cannot be played", line)
		}
		c.Play(m)
		sum += c.Cost(m)
	}
	solved := c.Solved()
	c.At = 0
	c.that(solved && (moves < 0 || len(line) == moves) && (cost < 0 || sum == cost), "line", line, solved, sum)
}

func (c *puzzleCheck) cheapest() {
	check := func(name string, r search.PathResult[int], err error) {
		c.Helper()
		if r.Status == ply.OutOfNodes {
			return
		}
		c.that(err == nil && r.Found == (c.cost >= 0) && r.Found == (r.Status == ply.Solved) && (!r.Found || r.Cost == c.cost), name, r, err)
		if r.Found {
			c.line(r.Line, -1, c.cost)
		}
	}
	few := crowded{c.Graph, uint64(1 + c.random.IntN(5))}
	r, err := search.AStar(background, c.Graph, ply.Limits{}, search.PathOptions[int]{})
	check("A*", r, err)
	r, err = search.AStar(background, few, ply.Limits{}, search.PathOptions[int]{})
	check("A*, few hashes", r, err)
	for _, e := range c.Edges {
		if e.Price == 0 {
			return
		}
	}
	opt := search.PathOptions[int]{}
	limits := ply.Limits{Nodes: 20_000}
	r, err = search.IDAStar(background, c.Graph, limits, opt)
	check("IDA*", r, err)
	r, err = search.IDAStar(background, few, limits, opt)
	check("IDA*, few hashes", r, err)
	if c.NoCycle || c.cost >= 0 {
		r, err = search.IDAStar(background, priced{plain[int]{c, c, c}, c}, limits, opt)
		check("IDA*, nothing recognised", r, err)
	}
}

func (c *puzzleCheck) depthFirst() {
	size := []int{1, 2, 8, 100}[c.random.IntN(4)]
	table := transposition.NewTable(8 * int64(size))
	table.Scheme = transposition.Scheme(1 + c.random.IntN(7))
	few := crowded{c.Graph, uint64(1 + c.random.IntN(5))}
	spaces := map[string]search.Space[int]{
		"no table":   search.Graph(c.Graph, nil),
		"set":        search.Graph(c.Graph, transposition.NewTable(8*int64(size))),
		"table":      search.Graph(c.Graph, table),
		"identities": search.ExactGraph(few, new(transposition.Set)),
	}
	if c.NoCycle {
		spaces["tree"] = search.Tree(c.Graph)
	}
	for name, space := range spaces {
		longest := c.random.IntN(2) == 0
		visited := map[int]bool{}
		r, err := search.DepthFirst(background, space, ply.Limits{Nodes: 20_000}, search.Options[int]{Longest: longest, Visit: func(int) { visited[c.At] = true }})
		c.that(err == nil, name, err)
		if r.Status == ply.OutOfNodes {
			continue
		}
		c.that(len(visited) == c.reachable, name, r, len(visited), c.reachable)
		switch name {
		case "no table", "identities":
			c.that(r.Nodes == c.reachable && r.Solutions == c.goals, name, r)
		case "tree":
			c.that(r.Nodes == c.puzzle.lines[0] && r.Leaves == c.leaves && r.Solutions == c.solving, name, r)
		}
		if !longest {
			c.that(r.Found == (c.moves >= 0), name, r)
			if r.Found {
				c.line(r.Line, -1, -1)
			}
		}
	}
}

func (c *puzzleCheck) breadthFirst() {
	for name, space := range map[string]func() search.Space[int]{
		"hashes":     func() search.Space[int] { return search.Graph(c.Graph, nil) },
		"identities": func() search.Space[int] { return search.ExactGraph(c.Graph, new(transposition.Set)) },
	} {
		r, err := search.BreadthFirst(background, space(), ply.Limits{}, search.Options[int]{Longest: true})
		c.that(err == nil && r.Nodes == c.reachable && r.Solutions == c.goals && r.Depth == c.deepest && len(r.Line) == c.deepest, name, r, err)
		r, err = search.BreadthFirst(background, space(), ply.Limits{}, search.Options[int]{StopAtSolution: true})
		c.that(err == nil && r.Found == (c.moves >= 0), name, r, err)
		if r.Found {
			c.line(r.Line, c.moves, -1)
		}
	}
	if c.NoCycle || c.moves >= 0 {
		r, err := search.IterativeDeepening(background, search.Tree(c.Graph), ply.Limits{Nodes: 20_000}, search.PathOptions[int]{})
		if r.Status != ply.OutOfNodes {
			c.that(err == nil && r.Found == (c.moves >= 0), "iterative deepening", r, err)
		}
		if r.Found {
			c.line(r.Line, c.moves, -1)
		}
	}
}

// lines counts all lines of an acyclic puzzle.
func (c *puzzleCheck) lines() {
	if !c.NoCycle {
		return
	}
	n := 0
	for line, err := range search.Solutions(background, search.Tree(c.Graph), ply.Limits{}) {
		if n++; err != nil || line == nil || !c.Solved() || len(line) > 0 && c.Edges[line[len(line)-1]].To != c.At {
			c.Errorf("seed %d: solution %v, error %v", c.seed, line, err)
		}
		if n == c.solving/2 {
			break
		}
	}
	c.that(n == max(c.solving/2, min(c.solving, 1)), "solutions", n)
	table := transposition.NewTable(16 * int64(1+c.random.IntN(9)))
	table.Scheme = transposition.Scheme(1 + c.random.IntN(7))
	opt := search.PerftOptions{CountFinished: true, Table: table}
	for range 2 { // the second count may use the entries of the first
		r, err := search.Perft(background, c.Graph, 50, opt)
		c.that(err == nil && r.Leaves == c.leaves, "perft with a table", r, err)
		opt.CountFinished = !opt.CountFinished
		unfinished, err := search.Perft(background, c.Graph, 50, opt)
		c.that(err == nil && unfinished.Leaves == 0, "perft with a table, without finished lines", unfinished, err)
		opt.CountFinished = !opt.CountFinished
	}
}

// cutShort checks the limits of all searches.
func (c *puzzleCheck) cutShort() {
	cancelled, cancel := context.WithCancel(background)
	cancel()
	for _, test := range []struct {
		ctx    context.Context
		limits ply.Limits
		want   ply.Status
		most   int
	}{
		{background, ply.Limits{Nodes: 1}, ply.OutOfNodes, 1},
		{background, ply.Limits{Time: 1}, ply.OutOfTime, 0},
		{cancelled, ply.Limits{}, ply.Cancelled, 0},
	} {
		check := func(name string, r ply.Report, err error) {
			c.Helper()
			small := r.Status == ply.Complete || r.Status == ply.Solved // at the first position
			c.that(err == nil && r.Nodes <= test.most && (r.Status == test.want || small && test.most == 1), name, r, err)
		}
		all, err := search.DepthFirst(test.ctx, search.ExactGraph(c.Graph, new(transposition.Set)), test.limits, search.Options[int]{})
		check("DepthFirst", all.Report, err)
		all, err = search.BreadthFirst(test.ctx, search.ExactGraph(c.Graph, new(transposition.Set)), test.limits, search.Options[int]{})
		check("BreadthFirst", all.Report, err)
		opt := search.PathOptions[int]{}
		r, err := search.IterativeDeepening(test.ctx, search.Tree(c.Graph), test.limits, opt)
		check("IterativeDeepening", r.Report, err)
		if c.Bounds[0] < math.MaxInt {
			r, err = search.AStar(test.ctx, c.Graph, test.limits, opt)
			check("AStar", r.Report, err)
			r, err = search.IDAStar(test.ctx, unpriced{c.Graph}, test.limits, opt)
			check("IDAStar", r.Report, err)
		}
	}
}

// TestCyclesEnd: a memory far smaller than a game with cycles makes no search endless.
func TestCyclesEnd(t *testing.T) {
	ring := func() *testgames.Graph {
		g := &testgames.Graph{Out: make([][]int, 3), Goals: make([]bool, 3), Ranks: make([]float64, 3), Bounds: make([]int, 3)}
		for from := range 3 {
			for _, to := range []int{(from + 1) % 3, (from + 2) % 3} {
				g.Out[from] = append(g.Out[from], len(g.Edges))
				g.Edges = append(g.Edges, testgames.Edge{From: from, To: to, Price: 1})
			}
		}
		return g
	}
	table := transposition.NewTable(8)
	table.Scheme = transposition.KeepDeeper
	for name, table := range map[string]*transposition.Table{"set": transposition.NewTable(8), "table": table} {
		r, err := search.DepthFirst(background, search.Graph(ring(), table), ply.Limits{Nodes: 1000}, search.Options[int]{})
		if err != nil || r.Status != ply.Complete || r.Depth > 2 || r.MemoryHits == 0 {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
	// No solution: the lines without a repetition are soon all played.
	deepest := 0
	visit := func(depth int) { deepest = max(deepest, depth) }
	r, err := search.IDAStar(background, ring(), ply.Limits{Nodes: 1000}, search.PathOptions[int]{Visit: visit})
	if err != nil || r.Status != ply.Complete || deepest > 2 {
		t.Errorf("IDA*: %+v, depth %d, error %v", r, deepest, err)
	}
}

// TestTilesInBoundedMemory visits all positions of a sliding puzzle: half of those that there are.
func TestTilesInBoundedMemory(t *testing.T) {
	test := struct{ width, positions, entries int }{3, 360, 512}
	cells := []uint8{0, 1, 2, 3, 4, 5}
	if long.Enabled {
		test.positions, test.entries = 181_440, 1<<18
		cells = append(cells, 6, 7, 8)
	}
	for _, scheme := range []transposition.Scheme{0, transposition.KeepDeeper} {
		name, table := scheme.String(), transposition.NewTable(8*int64(test.entries))
		table.Scheme = scheme
		g := testgames.NewTiles(test.width, slices.Clone(cells)...)
		g.NoGoal = true
		visited := map[string]bool{}
		r, err := search.DepthFirst(background, search.Graph(g, table), ply.Limits{Nodes: 50 * test.positions}, search.Options[testgames.Slide]{
			Visit: func(int) { visited[string(g.Cells)] = true },
		})
		if err != nil || r.Status != ply.Complete || len(visited) != test.positions || !slices.Equal(g.Cells, cells) {
			t.Errorf("%s: %v after %d nodes, %d of %d positions, error %v", name, r.Status, r.Nodes, len(visited), test.positions, err)
		}
		t.Logf("%s: %d nodes", name, r.Nodes)
	}
}

// TestMemoryOfSymmetricCycles: positions are told apart up to symmetry on the line too.
func TestMemoryOfSymmetricCycles(t *testing.T) {
	r, err := search.DepthFirst(background, search.SymmetricGraph(&mirror{at: 1}, transposition.NewTable(8)), ply.Limits{Nodes: 1000}, search.Options[int]{})
	if err != nil || r.Status != ply.Complete || r.Nodes != 5 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// mirror is a walk on the numbers from -5 to 5 without 0, of which n and -n are images of one another.
type mirror struct{ at int }

func (m *mirror) Moves(dst []int) []int {
	for _, step := range []int{1, -1, -2 * m.at} {
		if to := m.at + step; to != 0 && -5 <= to && to <= 5 {
			dst = append(dst, step)
		}
	}
	return dst
}
func (m *mirror) Play(step int)                 { m.at += step }
func (m *mirror) Undo(step int)                 { m.at -= step }
func (m *mirror) Hash() uint64                  { return m.HashUnder(0) }
func (m *mirror) Symmetries() int               { return 2 }
func (m *mirror) HashUnder(s int) uint64        { return transposition.Mix(uint64(100 + m.at*(1-2*s))) }
func (m *mirror) MoveUnder(s int, step int) int { return step * (1 - 2*s) }

// TestUsedMemory: a search forgets the positions of another search of the space. A set of the caller's is not emptied.
func TestUsedMemory(t *testing.T) {
	pegs := testgames.NewPegs()
	for range 20 {
		pegs.Play(pegs.Moves(nil)[0])
	}
	weighing := transposition.NewTable(8 << 16)
	weighing.Scheme = transposition.TwoBig
	set := new(transposition.Set)
	for name, test := range map[string]struct {
		space   search.Space[testgames.PegMove]
		refuses bool
	}{
		"no table": {search.Graph(pegs, nil), false},
		"set":      {search.Graph(pegs, transposition.NewTable(8<<16)), false},
		"table":    {search.Graph(pegs, weighing), false},
		"no set":   {search.ExactGraph(pegs, nil), false},
		"exact":    {search.ExactGraph(pegs, set), true},
	} {
		depthFirst := func() (int, error) {
			r, err := search.DepthFirst(background, test.space, ply.Limits{}, search.Options[testgames.PegMove]{})
			return r.Nodes, err
		}
		breadthFirst := func() (int, error) {
			r, err := search.BreadthFirst(background, test.space, ply.Limits{}, search.Options[testgames.PegMove]{})
			return r.Nodes, err
		}
		first, err := depthFirst()
		if err != nil || first < 50 {
			t.Fatalf("%s: %d nodes, error %v", name, first, err)
		}
		for what, find := range map[string]func() (int, error){"DepthFirst": depthFirst, "BreadthFirst": breadthFirst} {
			if test.refuses {
				if nodes, err := find(); err == nil || nodes != 0 {
					t.Errorf("%s, %s again: %d nodes, error %v", name, what, nodes, err)
				}
				set.Reset()
			}
			if nodes, err := find(); err != nil || nodes != first {
				t.Errorf("%s, %s again: %d nodes, error %v, want %d", name, what, nodes, err, first)
			}
		}
	}
}

// TestDistantCosts: the memory of A* depends on the number of positions found, not on their costs.
func TestDistantCosts(t *testing.T) {
	for _, scale := range []int{1, 1000, 3000, math.MaxInt / 100} {
		for seed := range uint64(100) {
			g := testgames.RandomGraph(rand.New(rand.NewPCG(seed, 5)), 20, 45, false)
			for i := range g.Edges {
				g.Edges[i].Price *= scale
			}
			best := -1
			_, costs := g.Distances()
			for node, c := range costs {
				if g.Goals[node] && c >= 0 && (best < 0 || c < best) {
					best = c
				}
			}
			allocated := testing.AllocsPerRun(1, func() {
				r, err := search.AStar(background, g, ply.Limits{}, search.PathOptions[int]{})
				if err != nil || r.Found != (best >= 0) || r.Found && r.Cost != best {
					t.Fatalf("scale %d, seed %d: %+v, error %v, want cost %d", scale, seed, r, err, best)
				}
			})
			if allocated > 300 {
				t.Fatalf("scale %d, seed %d: %v allocations for 20 positions", scale, seed, allocated)
			}
		}
	}
}

// TestCostsBeyondAnInt: costs and estimates whose sum an int cannot hold are an error, not a wrong answer.
func TestCostsBeyondAnInt(t *testing.T) {
	graph := func(price, bound int) *testgames.Graph {
		return &testgames.Graph{
			Edges:  []testgames.Edge{{From: 0, To: 1, Price: price}, {From: 1, To: 2, Price: price}},
			Out:    [][]int{{0}, {1}, nil},
			Goals:  []bool{false, false, true},
			Bounds: []int{0, bound, 0},
		}
	}
	tests := []struct {
		price, bound int
		solved, fail bool
	}{
		{math.MaxInt / 3, 0, true, false},
		{math.MaxInt/2 + 1, 0, false, true},
		{math.MaxInt / 2, math.MaxInt/2 + 5, false, true},
		{math.MaxInt / 3, math.MaxInt / 3, true, false},
		{1, math.MaxInt, false, false}, // a dead end
		{1, math.MaxInt - 1, false, true},
		{1, -1, false, true},
	}
	for _, test := range tests {
		for name, find := range map[string]func(g *testgames.Graph) (search.PathResult[int], error){
			"A*": func(g *testgames.Graph) (search.PathResult[int], error) {
				return search.AStar(background, g, ply.Limits{}, search.PathOptions[int]{})
			},
			"IDA*": func(g *testgames.Graph) (search.PathResult[int], error) {
				return search.IDAStar(background, g, ply.Limits{}, search.PathOptions[int]{})
			},
		} {
			g := graph(test.price, test.bound)
			r, err := find(g)
			if (err != nil) != test.fail || r.Found != test.solved || test.solved && r.Cost != 2*test.price || g.At != 0 {
				t.Errorf("%s, price %d, estimate %d: %+v, error %v", name, test.price, test.bound, r, err)
			}
		}
	}
}

// TestPerftTablesHoldBothKinds: a table that holds counts of one kind is no wrong answer for the other.
func TestPerftTablesHoldBothKinds(t *testing.T) {
	pegs := testgames.NewPegs()
	for range 20 {
		pegs.Play(pegs.Moves(nil)[0])
	}
	table := transposition.NewTable(16 << 16)
	table.Scheme = transposition.KeepDeeper
	differ := false
	for depth := range 8 {
		counts := map[bool]int{}
		for _, finished := range []bool{true, false, true} {
			opt := search.PerftOptions{CountFinished: finished}
			want, err := search.Perft(background, pegs, depth, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Table = table
			got, err := search.Perft(background, pegs, depth, opt)
			if err != nil || got.Leaves != want.Leaves {
				t.Errorf("depth %d, finished lines %v: %d, error %v, want %d", depth, finished, got.Leaves, err, want.Leaves)
			}
			counts[finished] = want.Leaves
		}
		differ = differ || counts[true] != counts[false]
	}
	if !differ {
		t.Error("the two kinds of count do not differ")
	}
}

// doubling has two moves in each position, which lead to the same.
type doubling struct{ chain }

func (d *doubling) Moves(dst []int) []int { return append(dst, 0, 1) }

func TestPerftBeyondAnInt(t *testing.T) {
	for _, test := range []struct {
		depth int
		fail  bool
	}{{30, false}, {63, true}, {1000, true}} {
		table := transposition.NewTable(16 << 12)
		table.Scheme = transposition.KeepDeeper
		g := new(doubling)
		r, err := search.Perft(background, g, test.depth, search.PerftOptions{Table: table})
		if (err != nil) != test.fail || !test.fail && r.Leaves != 1<<test.depth || g.at != 0 {
			t.Errorf("depth %d: %+v, error %v", test.depth, r, err)
		}
	}
}

// TestNoSearchAllocatesPerNode: the searches that keep positions allocate only as what they keep grows.
func TestNoSearchAllocatesPerNode(t *testing.T) {
	pegs := testgames.NewPegs()
	tiles := testgames.NewTiles(3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	f := newFifteen(t, korf[0].cells)
	for name, find := range map[string]func(nodes int) error{
		"BreadthFirst, hashes": func(nodes int) error {
			_, err := search.BreadthFirst(background, search.Graph(pegs, nil), ply.Limits{Nodes: nodes}, search.Options[testgames.PegMove]{})
			return err
		},
		"BreadthFirst, identities": func(nodes int) error {
			_, err := search.BreadthFirst(background, search.ExactGraph(tiles, new(transposition.Set)), ply.Limits{Nodes: nodes}, search.Options[testgames.Slide]{})
			return err
		},
		"A*": func(nodes int) error {
			_, err := search.AStar(background, f, ply.Limits{Nodes: nodes}, search.PathOptions[int]{})
			return err
		},
		"IDA*": func(nodes int) error {
			_, err := search.IDAStar(background, f, ply.Limits{Nodes: nodes}, search.PathOptions[int]{})
			return err
		},
		"with Visit": func(nodes int) error {
			_, err := search.DepthFirst(background, search.Tree(pegs), ply.Limits{Nodes: nodes}, search.Options[testgames.PegMove]{Visit: func(int) {}})
			return err
		},
	} {
		count := func(nodes int) float64 {
			return testing.AllocsPerRun(2, func() {
				if err := find(nodes); err != nil {
					t.Fatal(err)
				}
			})
		}
		// Slices that double leave some, of which there are more with the race detector: at most one in 20 nodes.
		if few, many := count(1000), count(20_000); many > few+19_000/20 {
			t.Errorf("%s: %v allocations for 1000 nodes, %v for 20,000", name, few, many)
		}
	}
}
