package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

type transitive struct {
	problems string
	defender string
	method   string
	threat   threat.Threat
	order    int
	nodes    int // of a search for one connection
	most     int // of a problem
	triples  int
	distance int
	time     time.Duration // of a problem, 0 for no limit
	only     string        // the names of strings, separated by commas
	limits   bool
	json     bool
}

// The words of -defender.
const (
	byUnion        = "union"
	byIntersection = "intersection"
	byPlain        = "plain"
	byLegal        = "legal"
	byEach         = "all"
)

func transitiveCommand(std cli.Streams) *cli.Command {
	c := transitive{threat: threat.Threat{8, 5, 2}}
	flags := flag.NewFlagSet("goban transitive", flag.ContinueOnError)
	flags.StringVar(&c.problems, "problems", "", "`file` of problems, one JSON object a line, whose boards are used (-: standard input)")
	cli.Choice(flags, &c.defender, "defender", byUnion, []string{byUnion, byIntersection, byPlain, byLegal, byEach},
		"`moves` of the side that cuts: those of both traces together, those in both, or by plain alpha-beta without searches for single connections, which also tries all legal moves; or compare the first three")
	cli.Choice(flags, &c.method, "method", "dfpn", []string{"dfpn", "threats"}, "`search` for single connections, by proof numbers, or in the order of the threats")
	flags.TextVar(&c.threat, "threat", c.threat, "greatest generalized `threat` of a single connection (*: no bound)")
	cli.Number(flags, &c.order, "order", 3, 1, 8, "greatest `order` of the moves of the side that connects")
	cli.Number(flags, &c.nodes, "nodes", 100_000, 1, 1_000_000_000, "search at most this number of `nodes` for one connection")
	cli.Number(flags, &c.most, "total", 10_000_000, 1, 1_000_000_000, "search at most this number of `nodes` for each problem")
	cli.Number(flags, &c.triples, "triples", 60, 1, 1_000_000, "solve at most this `number` of problems, taken evenly from those found")
	cli.Number(flags, &c.distance, "distance", 3, 1, 2*goban.MaxSize, "greatest distance of two strings to connect, in `points` along rows and columns")
	flags.StringVar(&c.only, "strings", "", "take only these `strings`, by the points that other results name, such as C3,D4,E3")
	flags.BoolVar(&c.limits, "limits", false, "count the problems solved under limits of time and of the nodes for one connection")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each problem, and one for each total at the end")
	return cli.Subcommand(flags, "-problems FILE [flags]", "Tell whether a string stays connected to two others at once, where each connection is won by itself.",
		"From each board of the file, every three strings of one colour are taken of which the second can be connected to both others,\n"+
			"each by itself and with the other colour to move, and where one move may threaten both.",
		func(ctx context.Context) error { return c.run(ctx, std) })
}

// A triple is a problem of transitive connection: whether strings a, b and c all get connected if the other colour is
// to move.
type triple struct {
	problem *goal.Problem
	board   *goban.Board
	points  [3]goban.Point // a stone of each
}

func (t *triple) goals() (ab, bc *goal.Connect, err error) {
	if ab, err = goal.NewConnect(t.board, t.points[0], t.points[1]); err != nil {
		return nil, nil, err
	}
	bc, err = goal.NewConnect(t.board, t.points[1], t.points[2])
	return ab, bc, err
}

type transited struct {
	Problem   int      `json:"problem"` // that the board comes from
	Strings   []string `json:"strings"`
	Defender  string   `json:"defender"`
	Limit     int      `json:"limit,omitempty"` // of the nodes for one connection, if there are several
	Solved    bool     `json:"solved"`
	Connected bool     `json:"connected"`
	Move      string   `json:"move,omitempty"` // that disconnects
	Depth     int      `json:"depth"`
	Nodes     int      `json:"nodes"`
	Seconds   float64  `json:"seconds"`
}

func (s *transited) answer() string {
	switch {
	case !s.Solved:
		return "unknown"
	case s.Connected:
		return "connected"
	}
	return "cut"
}

type solvedAll struct {
	Defender  string  `json:"defender"`
	Limit     int     `json:"limit,omitempty"`
	Triples   int     `json:"problems"`
	Solved    int     `json:"problems_solved"`
	Connected int     `json:"problems_connected"`
	Nodes     int     `json:"median_nodes"`
	Seconds   float64 `json:"median_seconds"`
	Total     float64 `json:"total_seconds"`
	Within    []int   `json:"solved_within,omitempty"` // the times of -limits
}

func (c *transitive) total(defender string, nodes int, all []transited) solvedAll {
	t := solvedAll{Defender: defender, Triples: len(all)}
	if c.limits {
		t.Limit, t.Within = nodes, make([]int, len(limitsOfTime))
	}
	var spent []int
	var seconds []float64
	for _, s := range all {
		if s.Solved {
			t.Solved++
			for i := range t.Within {
				if s.Seconds <= limitsOfTime[i].Seconds() {
					t.Within[i]++
				}
			}
		}
		if s.Connected {
			t.Connected++
		}
		spent, seconds = append(spent, s.Nodes), append(seconds, s.Seconds)
		t.Total += s.Seconds
	}
	if len(all) > 0 {
		slices.Sort(spent)
		slices.Sort(seconds)
		t.Nodes, t.Seconds = spent[len(all)/2], seconds[len(all)/2]
	}
	return t
}

func (c *transitive) run(ctx context.Context, std cli.Streams) error {
	switch {
	case c.problems == "":
		return cli.Usagef("-problems: want a file")
	case c.limits && c.defender == byEach:
		return cli.Usagef("-limits: want one -defender")
	}
	problems, err := cli.Read(c.problems, std.In, goal.ReadProblems)
	if err != nil {
		return err
	}
	found, err := c.find(ctx, problems)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(c.problems), err)
	}
	triples := make([]triple, min(len(found), c.triples))
	for i := range triples {
		triples[i] = found[i*len(found)/len(triples)]
	}
	if !c.json {
		fmt.Fprintf(std.Out, "%d of %s\n", len(triples), cli.Count(len(found), "problem"))
	}
	if c.limits {
		return c.runLimits(ctx, std.Out, triples)
	}
	defenders := []string{c.defender}
	if c.defender == byEach {
		defenders = []string{byPlain, byUnion, byIntersection}
	}
	answers := make([][]transited, len(defenders))
	for i, defender := range defenders {
		if answers[i], _, err = c.runAll(ctx, std.Out, triples, defender, c.nodes); err != nil {
			return err
		}
	}
	if c.json || len(defenders) == 1 {
		return nil
	}
	differ := 0
	for i := range triples {
		said := map[string]bool{"unknown": true}
		text := ""
		for _, all := range answers {
			s := &all[i]
			said[s.answer()] = true
			text += fmt.Sprintf(" %s %s %s", s.Defender, s.answer(), s.Move)
		}
		if len(said) > 2 {
			differ++
			fmt.Fprintf(std.Out, "problem %d, %s differs:%s\n", answers[0][i].Problem, strings.Join(answers[0][i].Strings, " "), text)
		}
	}
	_, err = fmt.Fprintf(std.Out, "answers differ on %s\n", cli.Count(differ, "problem"))
	return err
}

// runAll solves all problems by one method, with a limit on the nodes for one connection.
func (c *transitive) runAll(ctx context.Context, out io.Writer, triples []triple, defender string, nodes int) ([]transited, solvedAll, error) {
	var all []transited
	progress := cli.NewProgress(len(triples), defender)
	defer progress.Close()
	for i := range triples {
		s, err := c.solve(ctx, &triples[i], defender, nodes)
		if err == nil && !c.limits {
			err = cli.Write(out, c.json, s, "%3d %-16s %-12s %-9s %-4s depth %2d %9d nodes %8.3f s\n",
				s.Problem, strings.Join(s.Strings, " "), defender, s.answer(), s.Move, s.Depth, s.Nodes, s.Seconds)
		}
		if err != nil {
			return nil, solvedAll{}, err
		}
		all = append(all, s)
		progress.Set(i + 1)
	}
	t := c.total(defender, nodes, all)
	if c.limits && !c.json {
		return all, t, nil
	}
	return all, t, cli.Write(out, c.json, t, "%s: %d of %d solved, %d connected, median %d nodes and %.3f s, %.2f s in all\n",
		defender, t.Solved, t.Triples, t.Connected, t.Nodes, t.Seconds, t.Total)
}

// The limits of table 4.2.
var (
	limitsOfNodes = []int{1000, 5000, 10_000, 30_000, 100_000}
	limitsOfTime  = []time.Duration{10 * time.Millisecond, 30 * time.Millisecond, 100 * time.Millisecond,
		300 * time.Millisecond, 1000 * time.Millisecond}
)

// runLimits solves all problems under each limit, and finally by plain alpha-beta.
func (c *transitive) runLimits(ctx context.Context, out io.Writer, triples []triple) error {
	c.time = limitsOfTime[len(limitsOfTime)-1]
	header := fmt.Sprintf("solved within  by %s, nodes for one connection at most\n%10s", c.defender, "")
	rows := make([]string, len(limitsOfTime))
	limits := append(slices.Clone(limitsOfNodes), 0)
	if c.defender == byPlain {
		limits = limits[len(limitsOfNodes):]
	}
	for _, limit := range limits {
		defender, name := c.defender, fmt.Sprint(limit)
		if limit == 0 {
			defender, name = byPlain, byPlain
		}
		_, t, err := c.runAll(ctx, out, triples, defender, limit)
		if err != nil {
			return err
		}
		header += fmt.Sprintf("%8s", name)
		for i, solved := range t.Within {
			rows[i] += fmt.Sprintf("%8d", solved)
		}
	}
	if c.json {
		return nil
	}
	fmt.Fprintln(out, header)
	for i, row := range rows {
		fmt.Fprintf(out, "%7d ms%s\n", limitsOfTime[i].Milliseconds(), row)
	}
	return nil
}

func (c *transitive) find(ctx context.Context, problems []goal.Problem) ([]triple, error) {
	var triples []triple
	progress := cli.NewProgress(len(problems), "boards")
	defer progress.Close()
	for i := range problems {
		p := &problems[i]
		b, _, err := p.Position()
		if err != nil {
			return nil, err
		}
		for _, color := range []goban.Color{goban.Black, goban.White} {
			b.SetToMove(color.Opponent())
			if triples, err = c.findOn(ctx, triples, p, b, color); err != nil {
				return nil, fmt.Errorf("problem %d: %w", p.Number, err)
			}
		}
		progress.Set(i + 1)
	}
	return triples, nil
}

// findOn adds the problems of a colour on a board.
func (c *transitive) findOn(ctx context.Context, triples []triple, p *goal.Problem, b *goban.Board, color goban.Color) ([]triple, error) {
	var heads []goban.Point
	only := strings.Split(c.only, ",")
	for _, point := range b.Points() {
		if b.At(point) == color && b.Head(point) == point && (c.only == "" || slices.Contains(only, b.Name(point))) {
			heads = append(heads, point)
		}
	}
	joined := map[[2]int]bool{} // pairs of heads
	for i := range heads {
		for j := range i {
			if b.Apart(heads[i], heads[j]) > c.distance {
				continue
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g, err := goal.NewConnect(b, heads[j], heads[i])
			if err != nil {
				return nil, err
			}
			opt := threat.Options[goban.Point]{
				Threat: c.threat, Widening: true, Table: transposition.NewTable(24 << 14), MaxDepth: c.maxDepth(),
			}
			r, err := threat.Search(ctx, g, ply.Limits{Nodes: c.nodes}, opt)
			if err != nil {
				return nil, err
			}
			joined[[2]int{i, j}], joined[[2]int{j, i}] = r.Won, r.Won
		}
	}
	for j := range heads {
		for i := range heads {
			for k := range i {
				if !joined[[2]int{i, j}] || !joined[[2]int{j, k}] {
					continue
				}
				t := triple{problem: p, board: b.Clone(), points: [3]goban.Point{heads[k], heads[j], heads[i]}}
				pair, err := t.pair(ply.Limits{}, threat.PairOptions{
					Threat: c.threat, MaxDepth: c.maxDepth(), GoalNodes: c.nodes, Intersection: true, Memory: 1 << 16,
				})
				if err != nil {
					return nil, err
				}
				if len(pair.Moves(nil)) > 0 {
					triples = append(triples, t)
				}
			}
		}
	}
	return triples, nil
}

// maxDepth returns the greatest length of a line, 0 for no limit.
func (c *transitive) maxDepth() int {
	if slices.Contains(c.threat, threat.Unlimited) {
		return longestLine
	}
	return 0
}

func (t *triple) pair(limits ply.Limits, opt threat.PairOptions) (*threat.Pair[goban.Point], error) {
	ab, bc, err := t.goals()
	if err != nil {
		return nil, err
	}
	return threat.NewPair(ab, bc, limits, opt)
}

// The first limit on nodes for one connection, and the number of nodes after which it is first raised.
const (
	firstNodes = 500
	firstStage = 50_000
)

// deepest bounds the depth of alpha-beta search.
const deepest = 60

type solver struct {
	*transitive
	transited
	game  ply.AdversarialGame[goban.Point]
	pair  *threat.Pair[goban.Point] // the game, or nil for plain alpha-beta
	table *transposition.Table
	start time.Time
}

func (c *transitive) solve(ctx context.Context, t *triple, defender string, nodes int) (transited, error) {
	s := solver{transitive: c, transited: transited{Problem: t.problem.Number, Strings: t.board.Names(t.points[:]), Defender: defender}, start: time.Now(), table: transposition.NewTable(1 << 20)}
	limit, stage := min(nodes, firstNodes), c.most
	var err error
	if defender == byPlain || defender == byLegal {
		s.game, err = newPlain(t, c.order, defender == byLegal)
	} else {
		stage = firstStage
		s.pair, err = t.pair(ply.Limits{Nodes: c.most}, threat.PairOptions{
			Threat: c.threat, ProofNumbers: c.method == "dfpn", MaxDepth: c.maxDepth(), GoalNodes: limit,
			Intersection: defender == byIntersection, Order: c.order,
		})
		s.game = s.pair
	}
	for ended := false; err == nil && !ended && !s.Solved && s.Nodes < c.most; stage *= 4 {
		// With few nodes for one connection, most problems are solved soon or not at all.
		ended, err = s.deepen(ctx, t.board, stage)
		if s.pair != nil && (c.time == 0 || time.Since(s.start) < c.time) && limit < nodes {
			limit = min(4*limit, nodes)
			s.pair.Raise(limit)
			ended = false
		} else {
			stage = c.most
		}
	}
	s.Seconds = time.Since(s.start).Seconds()
	return s.transited, err
}

// deepen searches to one depth after another, until the problem is solved or about most nodes are spent. ended means
// that more nodes would not help.
func (s *solver) deepen(ctx context.Context, b *goban.Board, most int) (ended bool, err error) {
	before := s.Nodes
	for s.Depth = 1; s.Depth <= deepest; s.Depth++ {
		limits := ply.Limits{Nodes: s.most - s.Nodes}
		if s.time > 0 {
			if limits.Time = s.time - time.Since(s.start); limits.Time <= 0 {
				return true, nil
			}
		}
		r, err := alphabeta.AlphaBeta(ctx, s.game, limits, alphabeta.Options[goban.Point]{
			Depth:  s.Depth,
			Window: [2]int{-1, 1},
			Table:  s.table,
			Order:  alphabeta.TableMove | alphabeta.Killers | alphabeta.History, Direct: true,
		})
		if err == nil && r.Status == ply.Cancelled {
			err = r.Status.Err()
		}
		if err != nil {
			return false, err
		}
		s.Nodes += r.Nodes
		if s.pair != nil {
			s.Nodes = s.pair.Nodes()
		}
		if s.Solved = r.Value != 0 && r.Bound != ply.NoBound; s.Solved {
			s.Connected = r.Value < 0 // the other colour is to move
			if len(r.Line) > 0 && !s.Connected {
				s.Move = b.Name(r.Move)
			}
		}
		switch {
		case s.Solved || r.Final || s.Nodes >= s.most:
			return true, nil
		case s.Nodes-before >= most:
			return false, nil
		}
	}
	return true, nil
}

// A plain is a problem of transitive connection for alpha-beta search alone. It is lost if one connection is lost or
// needs more than order moves in a row (Helmstetter 2007, section 4.2.5).
type plain struct {
	*goal.Connect // the first
	goals         [2]*goal.Connect
	traces        [2]dependency.Trace
	order         int
	legal         bool          // the side that cuts tries all legal moves
	moves         []goban.Point // of the position with hash last
	attacks       []goban.Point // scratch
	last          uint64
	known         bool
	stands        threat.Standing
}

func newPlain(t *triple, order int, legal bool) (*plain, error) {
	ab, bc, err := t.goals()
	if err != nil {
		return nil, err
	}
	return &plain{Connect: ab, goals: [2]*goal.Connect{ab, bc}, order: order, legal: legal}, nil
}

// ToMove returns 0 if the side that connects is to move, 1 for the other.
func (p *plain) ToMove() int {
	if p.Attacking() {
		return 0
	}
	return 1
}

// standing returns the standing, and leaves the moves that could connect in p.moves.
func (p *plain) standing() threat.Standing {
	if h := p.Hash(); !p.known || h != p.last {
		p.stands = p.judge()
		p.last, p.known = h, true
	}
	return p.stands
}

func (p *plain) judge() threat.Standing {
	won := true
	for i, g := range p.goals {
		p.traces[i].Clear()
		switch g.Standing(1, &p.traces[i]) {
		case threat.Lost:
			return threat.Lost
		case threat.Open:
			won = false
		}
	}
	if won && !p.meet() {
		return threat.Won
	}
	p.moves = p.moves[:0]
	if !p.Attacking() {
		p.Pass()
		defer p.Unpass()
	}
	for _, g := range p.goals {
		p.attacks = g.Attacks(p.order, p.attacks[:0])
		if len(p.attacks) == 0 && !won {
			return threat.Lost
		}
		for _, m := range p.attacks {
			if !slices.Contains(p.moves, m) {
				p.moves = append(p.moves, m)
			}
		}
	}
	return threat.Open
}

// meet reports whether two virtual connections share a point where the other colour can play.
func (p *plain) meet() bool {
	for cell := range p.traces[0].Cells() {
		if q := goban.Point(cell); p.traces[1].Has(cell) && p.At(q) == goban.Empty {
			return true
		}
	}
	return false
}

// Moves appends the moves that could connect and, for a side that cuts with all legal moves, the others.
func (p *plain) Moves(dst []goban.Point) []goban.Point {
	if p.standing() != threat.Open {
		return dst
	}
	for _, m := range p.moves {
		if p.Legal(m) {
			dst = append(dst, m)
		}
	}
	if p.legal && !p.Attacking() {
		for _, m := range p.Points() {
			if p.Legal(m) && !slices.Contains(p.moves, m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// Outcome returns 1 or -1. If no moves are left, the connection stands.
func (p *plain) Outcome() int {
	won := p.standing() == threat.Won || !p.Attacking() && len(p.Moves(nil)) == 0 && p.standing() != threat.Lost
	if won == p.Attacking() {
		return 1
	}
	return -1
}

// Evaluate returns the outcome, or 0 before the end.
func (p *plain) Evaluate() int {
	if p.standing() == threat.Open {
		return 0
	}
	return p.Outcome()
}
