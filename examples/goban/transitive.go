package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// transitive is the command that solves problems of transitive connection.
type transitive struct {
	problems string
	defender string
	method   string
	threat   threat.Threat
	order    int
	nodes    int // of a search for one connection
	total    int
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

func transitiveCommand(std cli.Streams) *ffcli.Command {
	c := transitive{threat: threat.Threat{8, 5, 2}}
	flags := flag.NewFlagSet("goban transitive", flag.ContinueOnError)
	flags.StringVar(&c.problems, "problems", "", "`file` of problems, one JSON object a line, whose boards are used (-: standard input)")
	cli.Choice(flags, &c.defender, "defender", byUnion, []string{byUnion, byIntersection, byPlain, byLegal, byEach},
		"`moves` of the side that cuts: those of both traces together, those in both, or by plain alpha-beta without searches for single connections, which also tries all legal moves; or compare the first three")
	cli.Choice(flags, &c.method, "method", "dfpn", []string{"dfpn", "threats"}, "`search` for single connections, by proof numbers, or in the order of the threats")
	flags.TextVar(&c.threat, "threat", c.threat, "greatest generalized `threat` of a single connection (*: no bound)")
	cli.Number(flags, &c.order, "order", 3, 1, 8, "greatest `order` of the moves of the side that connects")
	cli.Number(flags, &c.nodes, "nodes", 100_000, 1, 1_000_000_000, "search at most this number of `nodes` for one connection")
	cli.Number(flags, &c.total, "total", 10_000_000, 1, 1_000_000_000, "search at most this number of `nodes` for each problem")
	cli.Number(flags, &c.triples, "triples", 60, 1, 1_000_000, "solve at most this `number` of problems, taken evenly from those found")
	cli.Number(flags, &c.distance, "distance", 3, 1, 2*goban.MaxSize, "greatest distance of two strings to connect, in `points` along rows and columns")
	flags.StringVar(&c.only, "strings", "", "take only these `strings`, by the points that other results name, such as C3,D4,E3")
	flags.BoolVar(&c.limits, "limits", false, "count the problems solved under limits of time and of the nodes for one connection")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each problem, and one for each total at the end")
	return &ffcli.Command{
		Name:       "transitive",
		ShortUsage: "goban transitive -problems FILE [flags]",
		ShortHelp:  "Tell whether a string stays connected to two others at once, where each connection is won by itself.",
		LongHelp: "From each board of the file, every three strings of one colour are taken of which the second can be connected to both others,\n" +
			"each by itself and with the other colour to move, and where one move may threaten both.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

// A triple is a problem of transitive connection: whether strings a, b and c all get connected if the other colour is
// to move.
type triple struct {
	problem *goal.Problem
	board   *goban.Board
	points  [3]goban.Point // a stone of each
}

// names returns the points of the strings.
func (t *triple) names() []string {
	names := make([]string, len(t.points))
	for i, p := range t.points {
		names[i] = t.board.Name(p)
	}
	return names
}

// goals returns the two connections.
func (t *triple) goals() (ab, bc *goal.Connect, err error) {
	if ab, err = goal.NewConnect(t.board, t.points[0], t.points[1]); err != nil {
		return nil, nil, err
	}
	bc, err = goal.NewConnect(t.board, t.points[1], t.points[2])
	return ab, bc, err
}

// transited is what transitive says of a problem.
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

// same reports whether two methods agree, as far as both have an answer.
func (s *transited) same(o *transited) bool {
	return !s.Solved || !o.Solved || s.Connected == o.Connected
}

// answer is the answer in a word.
func (s *transited) answer() string {
	switch {
	case !s.Solved:
		return "unknown"
	case s.Connected:
		return "connected"
	}
	return "cut"
}

// solvedAll is what transitive says at the end.
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

// total sums up what was said of all problems.
func total(defender string, all []transited) solvedAll {
	t := solvedAll{Defender: defender, Triples: len(all)}
	var nodes []int
	var seconds []float64
	for _, s := range all {
		if s.Solved {
			t.Solved++
		}
		if s.Solved && s.Connected {
			t.Connected++
		}
		nodes, seconds = append(nodes, s.Nodes), append(seconds, s.Seconds)
		t.Total += s.Seconds
	}
	if len(all) > 0 {
		slices.Sort(nodes)
		slices.Sort(seconds)
		t.Nodes, t.Seconds = nodes[len(nodes)/2], seconds[len(seconds)/2]
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
	triples, err := c.find(ctx, problems)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(c.problems), err)
	}
	found := len(triples)
	triples = spread(triples, c.triples)
	if !c.json {
		fmt.Fprintf(std.Out, "%d of %s\n", len(triples), cli.Count(found, "problem"))
	}
	switch {
	case c.limits:
		return c.runLimits(ctx, std.Out, triples)
	case c.defender != byEach:
		_, err := c.runAll(ctx, std.Out, triples, c.defender)
		return err
	}
	var answers [3][]transited
	for i, defender := range []string{byPlain, byUnion, byIntersection} {
		if answers[i], err = c.runAll(ctx, std.Out, triples, defender); err != nil {
			return err
		}
	}
	if c.json {
		return nil
	}
	differ := 0
	for i := range triples {
		of := [3]*transited{&answers[0][i], &answers[1][i], &answers[2][i]}
		if of[0].same(of[1]) && of[0].same(of[2]) && of[1].same(of[2]) {
			continue
		}
		differ++
		fmt.Fprintf(std.Out, "problem %d, %s differs:", of[0].Problem, strings.Join(of[0].Strings, " "))
		for _, s := range of {
			fmt.Fprintf(std.Out, " %s %s %s", s.Defender, s.answer(), s.Move)
		}
		fmt.Fprintln(std.Out)
	}
	_, err = fmt.Fprintf(std.Out, "answers differ on %s\n", cli.Count(differ, "problem"))
	return err
}

// spread returns at most most of the triples, evenly from all.
func spread(triples []triple, most int) []triple {
	if len(triples) <= most {
		return triples
	}
	chosen := make([]triple, most)
	for i := range chosen {
		chosen[i] = triples[i*len(triples)/most]
	}
	return chosen
}

// runAll solves all problems by one method.
func (c *transitive) runAll(ctx context.Context, out io.Writer, triples []triple, defender string) ([]transited, error) {
	all := make([]transited, 0, len(triples))
	progress := cli.NewProgress(len(triples), defender)
	defer progress.Close()
	for i := range triples {
		s, err := c.solve(ctx, &triples[i], defender, c.nodes)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
		if c.json {
			err = cli.WriteJSON(out, s)
		} else {
			_, err = fmt.Fprintf(out, "%3d %-16s %-12s %-9s %-4s depth %2d %9d nodes %8.3f s\n",
				s.Problem, strings.Join(s.Strings, " "), defender, s.answer(), s.Move, s.Depth, s.Nodes, s.Seconds)
		}
		if err != nil {
			return nil, err
		}
		progress.Set(i + 1)
	}
	t := total(defender, all)
	if c.json {
		return all, cli.WriteJSON(out, t)
	}
	_, err := fmt.Fprintf(out, "%s: %d of %d solved, %d connected, median %d nodes and %.3f s, %.2f s in all\n",
		defender, t.Solved, t.Triples, t.Connected, t.Nodes, t.Seconds, t.Total)
	return all, err
}

// The limits of table 4.2.
var (
	limitsOfNodes = []int{1000, 5000, 10_000, 30_000, 100_000}
	limitsOfTime  = []time.Duration{10 * time.Millisecond, 30 * time.Millisecond, 100 * time.Millisecond,
		300 * time.Millisecond, 1000 * time.Millisecond}
)

// runLimits solves all problems under each limit.
func (c *transitive) runLimits(ctx context.Context, out io.Writer, triples []triple) error {
	c.time = limitsOfTime[len(limitsOfTime)-1]
	var columns []solvedAll
	solve := func(defender string, limit int) error {
		progress := cli.NewProgress(len(triples), fmt.Sprint(defender, " ", limit))
		defer progress.Close()
		var all []transited
		for i := range triples {
			s, err := c.solve(ctx, &triples[i], defender, limit)
			if err != nil {
				return err
			}
			all = append(all, s)
			progress.Set(i + 1)
		}
		t := total(defender, all)
		t.Limit = limit
		t.Within = make([]int, len(limitsOfTime))
		for i, most := range limitsOfTime {
			for _, s := range all {
				if s.Solved && s.Seconds <= most.Seconds() {
					t.Within[i]++
				}
			}
		}
		columns = append(columns, t)
		if c.json {
			return cli.WriteJSON(out, t)
		}
		return nil
	}
	if c.defender != byPlain {
		for _, limit := range limitsOfNodes {
			if err := solve(c.defender, limit); err != nil {
				return err
			}
		}
	}
	if err := solve(byPlain, 0); err != nil || c.json {
		return err
	}
	fmt.Fprintf(out, "solved within  by %s, nodes for one connection at most\n%10s", c.defender, "")
	for _, t := range columns {
		if t.Defender == byPlain {
			fmt.Fprintf(out, "%8s", byPlain)
		} else {
			fmt.Fprintf(out, "%8d", t.Limit)
		}
	}
	fmt.Fprintln(out)
	for i, most := range limitsOfTime {
		fmt.Fprintf(out, "%7d ms", most.Milliseconds())
		for _, t := range columns {
			fmt.Fprintf(out, "%8d", t.Within[i])
		}
		fmt.Fprintln(out)
	}
	return nil
}

// find lists the problems of all boards.
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

// findOn adds the problems of one colour on a board.
func (c *transitive) findOn(ctx context.Context, triples []triple, p *goal.Problem, b *goban.Board, color goban.Color) ([]triple, error) {
	var heads []goban.Point
	only := strings.Split(c.only, ",")
	for _, point := range b.Points() {
		if b.At(point) == color && b.Head(point) == point && (c.only == "" || slices.Contains(only, b.Name(point))) {
			heads = append(heads, point)
		}
	}
	won := make([][]bool, len(heads))
	for i := range won {
		won[i] = make([]bool, len(heads))
		for j := range i {
			if c.apart(b, heads[i], heads[j]) > c.distance {
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
			won[i][j] = r.Won
		}
	}
	joined := func(i, j int) bool { return won[max(i, j)][min(i, j)] }
	for j := range heads {
		for i := range heads {
			for k := range i {
				if i == j || k == j || !joined(i, j) || !joined(j, k) {
					continue
				}
				board := b.Clone()
				t := triple{problem: p, board: board, points: [3]goban.Point{heads[k], heads[j], heads[i]}}
				pair, err := c.question(&t, ply.Limits{}, threat.PairOptions{
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

// apart returns the distance between the nearest stones of two strings.
func (c *transitive) apart(b *goban.Board, a, o goban.Point) int {
	least := 2 * goban.MaxSize
	others := b.Stones(o, nil)
	for _, p := range b.Stones(a, nil) {
		for _, q := range others {
			px, py := b.XY(p)
			qx, qy := b.XY(q)
			least = min(least, max(px-qx, qx-px)+max(py-qy, qy-py))
		}
	}
	return least
}

// maxDepth returns the greatest length of a line, or 0 for no limit.
func (c *transitive) maxDepth() int {
	if slices.Contains(c.threat, threat.Unlimited) {
		return longestLine
	}
	return 0
}

// question returns the two connections as one question.
func (c *transitive) question(t *triple, limits ply.Limits, opt threat.PairOptions) (*threat.Pair[goban.Point], error) {
	ab, bc, err := t.goals()
	if err != nil {
		return nil, err
	}
	return threat.NewPair(ab, bc, limits, opt)
}

// pair returns the question with all limits.
func (c *transitive) pair(t *triple, intersection bool, nodes int) (*threat.Pair[goban.Point], error) {
	return c.question(t, ply.Limits{Nodes: c.total}, threat.PairOptions{
		Threat:       c.threat,
		ProofNumbers: c.method == "dfpn",
		MaxDepth:     c.maxDepth(),
		GoalNodes:    nodes,
		Intersection: intersection,
		Order:        c.order,
	})
}

// firstNodes is the limit on nodes for one connection to begin with.
const firstNodes = 500

// deepest bounds the depth of alpha-beta search.
const deepest = 60

// solve answers a problem by a method.
func (c *transitive) solve(ctx context.Context, t *triple, defender string, nodes int) (transited, error) {
	s := transited{Problem: t.problem.Number, Strings: t.names(), Defender: defender}
	start := time.Now()
	var game ply.AdversarialGame[goban.Point]
	var pair *threat.Pair[goban.Point]
	var err error
	limit := min(nodes, firstNodes)
	switch defender {
	case byPlain, byLegal:
		game, err = newPlain(t, c.order, defender == byLegal)
	default:
		pair, err = c.pair(t, defender == byIntersection, limit)
	}
	if err != nil {
		return s, err
	}
	if pair != nil {
		game = pair
	}
	table := transposition.NewTable(1 << 20)
	stage := firstStage
	if pair == nil {
		stage = c.total
	}
	for ended := false; !ended && !s.Solved && s.Nodes < c.total; stage *= 4 {
		// Under a low limit on the nodes for one connection, most problems are solved soon, if at all.
		if ended, err = c.deepen(ctx, &s, t, game, pair, table, start, stage); err != nil {
			return s, err
		}
		if pair != nil && (c.time == 0 || time.Since(start) < c.time) && limit < nodes {
			limit = min(4*limit, nodes)
			pair.Raise(limit)
			ended = false
		} else {
			stage = c.total
		}
	}
	s.Seconds = time.Since(start).Seconds()
	return s, nil
}

// firstStage is the number of nodes after which the limit on nodes for one connection is raised first.
const firstStage = 50_000

// deepen searches a problem to one depth after another, until it is solved, or about most nodes are spent. It reports
// that it has ended if more nodes are of no use.
func (c *transitive) deepen(ctx context.Context, s *transited, t *triple, game ply.AdversarialGame[goban.Point], pair *threat.Pair[goban.Point],
	table *transposition.Table, start time.Time, most int) (ended bool, err error) {
	before := s.Nodes
	for s.Depth = 1; s.Depth <= deepest; s.Depth++ {
		rest := c.time - time.Since(start)
		if c.time == 0 {
			rest = 0
		} else if rest <= 0 {
			return true, nil
		}
		r, err := alphabeta.AlphaBeta(ctx, game, ply.Limits{Nodes: c.total - s.Nodes, Time: rest}, alphabeta.Options[goban.Point]{
			Depth:  s.Depth,
			Window: [2]int{-1, 1},
			Table:  table,
			Order:  alphabeta.TableMove | alphabeta.Killers | alphabeta.History, Direct: true,
		})
		if err != nil {
			return false, err
		}
		if r.Status == ply.Cancelled {
			return false, r.Status.Err()
		}
		if pair == nil {
			s.Nodes += r.Nodes
		} else {
			s.Nodes = pair.Nodes()
		}
		if s.Solved = r.Value != 0 && r.Bound != ply.NoBound; s.Solved {
			s.Connected = r.Value < 0 // the other colour is to move
			if len(r.Line) > 0 && !s.Connected {
				s.Move = t.board.Name(r.Move)
			}
			return true, nil
		}
		if r.Final || s.Nodes >= c.total {
			return true, nil
		}
		if s.Nodes-before >= most {
			return false, nil
		}
	}
	return true, nil
}

// A plain is a problem of transitive connection for alpha-beta search alone: it is lost if one connection is, or takes
// more moves in a row than an order (Helmstetter 2007, section 4.2.5).
type plain struct {
	*goal.Connect // the first
	goals         [2]*goal.Connect
	traces        [2]dependency.Trace
	order         int
	legal         bool          // the side that cuts tries all legal moves, not only those that could connect
	moves         []goban.Point // of the position last looked at, by either side
	last          uint64        // its hash
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

// standing tells how the problem stands, and leaves the moves that could connect in p.moves.
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
		start := len(p.moves)
		p.moves = g.Attacks(p.order, p.moves)
		if len(p.moves) == start && !won {
			return threat.Lost
		}
	}
	distinct := p.moves[:0]
	for _, m := range p.moves {
		if !slices.Contains(distinct, m) {
			distinct = append(distinct, m)
		}
	}
	p.moves = distinct
	return threat.Open
}

// meet reports whether two connections that are as good as made share a point where the other colour can play.
func (p *plain) meet() bool {
	for cell := range p.traces[0].Cells() {
		if q := goban.Point(cell); p.traces[1].Has(cell) && p.At(q) == goban.Empty {
			return true
		}
	}
	return false
}

// Moves appends the moves of either side: those that could connect, and then the others of the side that cuts if it
// tries all.
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

// Outcome returns 1 or -1. A position without moves is as it stands for the side that connects.
func (p *plain) Outcome() int {
	won := p.standing() == threat.Won || !p.Attacking() && len(p.Moves(nil)) == 0 && p.standing() != threat.Lost
	if won == p.Attacking() {
		return 1
	}
	return -1
}

// Evaluate returns the outcome, or 0 if there is none yet.
func (p *plain) Evaluate() int {
	if p.standing() == threat.Open {
		return 0
	}
	return p.Outcome()
}
