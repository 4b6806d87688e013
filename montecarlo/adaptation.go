package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// AdaptationOptions are the options of [NestedRolloutPolicyAdaptation].
type AdaptationOptions[M comparable] struct {
	Options[M]

	// Level is the number of levels, up to 100. 0 means 4. A number that is too great for the limits of the search does
	// no harm: a level first calls the level below, so the search begins in the same way as with fewer levels.
	Level int

	// Iterations is the number of calls of the level below that one call of a level makes. 0 means 100.
	Iterations int

	// Rate is the learning rate: when a level adapts its policy, the weight of each move of the best line increases by
	// Rate. 0 means 1.
	Rate float64

	// TopRate is the Rate of the highest level. 0 means Rate. With a TopRate less than Rate, the playouts differ from
	// one another for longer.
	TopRate float64

	// Playouts is the number of playouts between two adaptations at level 1 (stabilized adaptation; Cazenave, Sevestre
	// and Toulemont 2020). 0 means 1.
	Playouts int

	// MaxRepetitions ends a call of a level when the best score found by the call has been repeated this number of times
	// (limited repetitions, Cazenave 2024). Cazenave counts repetitions of the best line; MaxRepetitions counts all lines
	// with the best score, because many lines can lead to the same position. 0 means no limit.
	MaxRepetitions int

	// Beam is the number of lines that level 1 keeps, each with a policy, up to 1000 (beam nested rollout policy
	// adaptation; Cazenave and Teytaud 2012). In each iteration, level 1 makes playouts with each policy (the field
	// Playouts is their number), and takes the best line of each policy. Of the old and the new lines, it keeps the
	// best; of lines with equal scores, it prefers the newest. A new line gets a copy of the policy that found it. Then
	// the policy of each line kept is adapted to this line. 0 means 1.
	Beam int

	// Guided makes the probability of a move in a playout proportional to its prior times the exponential of its weight.
	// The game must be a [ply.Guide], which gives the priors. Moves with prior 0 are not played (selective policies,
	// Cazenave 2016), unless all priors are 0. In Morpion solitaire, a playout with Guided takes 1.4 times as long, and
	// a search of few playouts finds longer lines, which are better.
	//
	// This is generalized nested rollout policy adaptation (Cazenave 2020) with the logarithm of the prior as the bias.
	// For the temperature τ of that paper, divide Rate by τ².
	Guided bool

	// ShareBest makes the highest level of each run adapt its policy to the best line that any run has found so far.
	// The result of the search then depends on the speed of the workers. ShareBest has no effect if Level is 1.
	ShareBest bool

	// InitialLine, if not nil, is a legal line from the start of the search. The highest level of each run adapts its
	// policy to InitialLine as long as the run has found no better line. InitialLine has no effect if Level is 1. The
	// result of the search is always the best line of a playout, even if InitialLine has a higher score.
	InitialLine []M
}

func (o *AdaptationOptions[M]) check() error {
	if err := checkSize("Level", o.Level, maxLevel, 4); err != nil {
		return err
	}
	if err := checkSize("Beam", o.Beam, maxBeam, 1); err != nil {
		return err
	}
	switch {
	case o.Iterations < 0:
		return fmt.Errorf("montecarlo: Iterations is %d, want a number from 1, or 0 for 100", o.Iterations)
	case !isAmount(o.Rate):
		return fmt.Errorf("montecarlo: Rate is %v, want a positive number, or 0 for 1", o.Rate)
	case !isAmount(o.TopRate):
		return fmt.Errorf("montecarlo: TopRate is %v, want a positive number, or 0 for Rate", o.TopRate)
	case o.Playouts < 0:
		return fmt.Errorf("montecarlo: Playouts is %d, want a number from 1, or 0 for 1", o.Playouts)
	case o.MaxRepetitions < 0:
		return fmt.Errorf("montecarlo: MaxRepetitions is %d, want a number, or 0 for no limit", o.MaxRepetitions)
	}
	o.Level = cmp.Or(o.Level, 4)
	o.Iterations = cmp.Or(o.Iterations, 100)
	o.Rate = cmp.Or(o.Rate, 1)
	o.TopRate = cmp.Or(o.TopRate, o.Rate)
	o.Playouts = cmp.Or(o.Playouts, 1)
	o.Beam = cmp.Or(o.Beam, 1)
	return nil
}

func isAmount(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }

// NestedRolloutPolicyAdaptation learns a policy for its playouts while it searches (Rosin 2011).
//
// A policy assigns a weight to each move. A playout chooses moves with probability proportional to the exponential of
// the weight. Level 1 adapts the policy after each playout: it makes the moves of the best line found more likely. A
// higher level calls the level below Iterations times, each time with a copy of its policy. After each call, the
// higher level adapts its policy to the best line found. A run is a call of the highest level, which begins with all
// weights 0.
//
// If the game is a [ply.Numberer], moves with the same number share one weight. Otherwise each move has a separate
// weight, which the search looks up in a map; this is slower. Options.Checkpoint requires a Numberer.
func NestedRolloutPolicyAdaptation[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt AdaptationOptions[M]) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return searchAdapting(ctx, g, limits, &opt, opt.describe(), func(a *adaptation[M]) method { return a })
}

func (o *AdaptationOptions[M]) describe() string {
	options := fmt.Sprintf("level %d with %d iterations, rate %v, on top %v, %d playouts, %d repetitions",
		o.Level, o.Iterations, o.Rate, o.TopRate, o.Playouts, o.MaxRepetitions)
	if o.Beam > 1 {
		options += fmt.Sprintf(", a beam of %d", o.Beam)
	}
	if o.Guided {
		options += ", guided"
	}
	return "nested rollout policy adaptation of " + options
}

func searchAdapting[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt *AdaptationOptions[M], name string,
	newMethod func(*adaptation[M]) method) (Result[M], error) {
	if _, ok := any(g).(ply.Numberer[M]); !ok && !saved.IsOff(opt.Options.Checkpoint) {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, fmt.Errorf("montecarlo: checkpoints of policies need a ply.Numberer, which %T is not", g)
	}
	if _, ok := any(g).(ply.Guide[M]); !ok && opt.Guided {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, fmt.Errorf("montecarlo: Guided needs a ply.Guide, which %T is not", g)
	}
	opt.shareBest, opt.initialLine = opt.ShareBest, opt.InitialLine
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		a := &adaptation[M]{
			worker:  w,
			opt:     opt,
			lexicon: newLexicon[M](w.game),
			legal:   w.game.Moves(nil),
			levels:  make([]adaptationLevel[M], opt.Level),
		}
		if opt.Beam > 1 {
			a.beam = make([]adaptationLevel[M], 2*opt.Beam)
		}
		return newMethod(a), nil
	})
}

type adaptation[M comparable] struct {
	*worker[M]
	opt     *AdaptationOptions[M]
	lexicon *lexicon[M]
	legal   []M // at the start
	levels  []adaptationLevel[M]
	tried   int // playouts of level 1 by the present policy since it was adapted

	beam []adaptationLevel[M] // nil without; see nextPolicy
	turn int                  // the present line of the beam

	played trace     // the last playout
	sums   []float64 // scratch: of the exponentials of the weights, up to each legal move
	marked []bool    // scratch of adapt
	touch  []int32
}

type adaptationLevel[M comparable] struct {
	policy      policy
	best        trace
	bestLine    []M
	bestScore   float64
	iterations  int
	repetitions int
}

// A policy holds weights by number in the lexicon, 0 beyond its length, and their exponentials.
type policy struct{ weights, exponentials []float64 }

func (p *policy) grow(n int) {
	for len(p.weights) < n {
		p.weights = append(p.weights, 0)
		p.exponentials = append(p.exponentials, 1)
	}
}

func (p *policy) set(n int32, weight float64) {
	p.weights[n] = weight
	p.exponentials[n] = math.Exp(weight)
}

func (p *policy) copy(from *policy) {
	p.weights = append(p.weights[:0], from.weights...)
	p.exponentials = append(p.exponentials[:0], from.exponentials...)
}

// A trace is a line for adaptation: the numbers and, if guided, priors of each step's legal moves, and the moves played.
type trace struct {
	numbers []int32
	priors  []float32
	ends    []int32
	played  []int32 // an index to numbers
}

func (t *trace) reset() {
	t.numbers, t.priors, t.ends, t.played = t.numbers[:0], t.priors[:0], t.ends[:0], t.played[:0]
}

func (t *trace) copy(from *trace) {
	t.numbers = append(t.numbers[:0], from.numbers...)
	t.priors = append(t.priors[:0], from.priors...)
	t.ends = append(t.ends[:0], from.ends...)
	t.played = append(t.played[:0], from.played...)
}

// step plays a playout of level 1. At the end of an iteration, it adapts the policies of all due levels.
func (a *adaptation[M]) step() bool {
	first := &a.levels[0]
	score := a.playout(a.nextPolicy())
	if a.over() {
		return false
	}
	first.see(score, a.Line(), &a.played)
	if a.beam != nil {
		a.beam[a.opt.Beam+a.turn].see(score, a.Line(), &a.played)
	}
	if a.tried++; a.tried < a.opt.Playouts {
		return true
	}
	a.tried = 0
	if a.beam == nil {
		a.adapt(0)
	} else if !a.adaptBeam() {
		return true
	}
	first.iterations++
	for k := range a.levels {
		level := &a.levels[k]
		if level.iterations < a.opt.Iterations && (a.opt.MaxRepetitions == 0 || level.repetitions < a.opt.MaxRepetitions) {
			a.beginBelow(k)
			return true
		}
		if k+1 == len(a.levels) {
			break
		}
		above := &a.levels[k+1]
		above.see(level.bestScore, level.bestLine, &level.best)
		if k+2 == len(a.levels) {
			a.takeShared(above)
		}
		a.adapt(k + 1)
		above.iterations++
	}
	return false
}

func (a *adaptation[M]) beginBelow(k int) {
	for ; k > 0; k-- {
		a.levels[k-1].begin(&a.levels[k].policy)
	}
}

func (l *adaptationLevel[M]) begin(p *policy) {
	l.policy.copy(p)
	l.bestLine, l.bestScore, l.iterations, l.repetitions = l.bestLine[:0], 0, 0, 0
	l.best.reset()
}

func (l *adaptationLevel[M]) see(score float64, line []M, t *trace) {
	switch empty := len(l.best.ends) == 0; {
	case empty || score > l.bestScore:
		l.repetitions = 0
	case score == l.bestScore:
		l.repetitions++
	default:
		return
	}
	l.take(score, line, t)
}

func (l *adaptationLevel[M]) take(score float64, line []M, t *trace) {
	l.bestScore, l.bestLine = score, append(l.bestLine[:0], line...)
	l.best.copy(t)
}

// playout plays a playout from the start by a policy. A halted sampler takes it back.
func (a *adaptation[M]) playout(p *policy) float64 {
	if !a.mayPlay() {
		return 0
	}
	a.depart()
	t := &a.played
	t.reset()
	p.grow(a.lexicon.count)
	legal, next := append(a.sampler.legal[:0], a.legal...), a.next
	for len(legal) > 0 && len(a.line) < a.maxLength {
		line, end := a.extend(0)
		for len(legal) > 0 && len(line) < end {
			first := len(t.numbers)
			t.numbers = a.lexicon.appendNumbers(a.numbers, t.numbers, legal)
			p.grow(a.lexicon.count)
			var i int
			if a.opt.Guided {
				t.priors = a.appendPriors(t.priors, legal)
				i = a.chooseGuided(p.exponentials, t.numbers[first:], t.priors[first:])
			} else {
				i = a.choose(p.exponentials, t.numbers[first:])
			}
			t.played = append(t.played, int32(first+i))
			t.ends = append(t.ends, int32(len(t.numbers)))
			line = append(line, legal[i])
			a.ahead++
			next, _ = a.advancer.Advance(legal, i, 0, next[:0])
			legal, next = next, legal
		}
		a.line, a.ahead = line, 0
		if a.halted {
			break
		}
	}
	a.sampler.legal, a.next = legal, next
	return a.finish(0)
}

func (a *adaptation[M]) choose(exponentials []float64, numbers []int32) int {
	sums, sum := a.sums[:0], 0.0
	for _, n := range numbers {
		sum += exponentials[n]
		sums = append(sums, sum)
	}
	a.sums = sums
	return pick(sums, a.unit()*sum)
}

func (a *adaptation[M]) chooseGuided(exponentials []float64, numbers []int32, priors []float32) int {
	sums, sum := a.sums[:0], 0.0
	for i, n := range numbers {
		sum += exponentials[n] * float64(priors[i])
		sums = append(sums, sum)
	}
	a.sums = sums
	return pick(sums, a.unit()*sum)
}

// pick returns the index of the first sum greater than x.
func pick(sums []float64, x float64) int {
	for i, s := range sums {
		if x < s {
			return i
		}
	}
	return len(sums) - 1 // by rounding
}

func (a *adaptation[M]) appendPriors(dst []float32, legal []M) []float32 {
	first := len(dst)
	dst = slices.Grow(dst, len(legal))[:first+len(legal)]
	priors := dst[first:]
	a.guide.Priors(legal, priors)
	some := false
	for i, p := range priors {
		if !(p >= 0 && p <= math.MaxFloat32) {
			a.refuse(fmt.Errorf("after %s: the prior of %v is %v, want a finite number of 0 or more", a.describe(), legal[i], p))
		}
		some = some || p != 0
	}
	if some {
		return dst
	}
	for i := range priors {
		priors[i] = 1
	}
	return dst
}

const weightBound = 500

func (a *adaptation[M]) adapt(level int) {
	a.adaptTo(&a.levels[level].policy, &a.levels[level].best, level)
}

// adaptTo adapts a policy of a level to a line, by the probabilities before the change.
func (a *adaptation[M]) adaptTo(p *policy, t *trace, level int) {
	rate := a.opt.Rate
	if level+1 == len(a.levels) {
		rate = a.opt.TopRate
	}
	p.grow(a.lexicon.count)
	for len(a.marked) < a.lexicon.count {
		a.marked = append(a.marked, false)
	}
	touch := a.touch[:0]
	first := int32(0)
	for step, end := range t.ends {
		numbers := t.numbers[first:end]
		sum := 0.0
		for _, n := range numbers {
			sum += p.exponentials[n]
			if !a.marked[n] {
				a.marked[n] = true
				touch = append(touch, n)
			}
		}
		if a.opt.Guided {
			p.lowerGuided(numbers, t.priors[first:end], rate)
		} else {
			factor := rate / sum
			for _, n := range numbers {
				p.weights[n] -= factor * p.exponentials[n]
			}
		}
		first = end
		p.weights[t.numbers[t.played[step]]] += rate
	}
	for _, n := range touch {
		a.marked[n] = false
		p.set(n, min(max(p.weights[n], -weightBound), weightBound))
	}
	a.touch = touch
}

func (p *policy) lowerGuided(numbers []int32, priors []float32, rate float64) {
	sum := 0.0
	for i, n := range numbers {
		sum += p.exponentials[n] * float64(priors[i])
	}
	factor := rate / sum
	for i, n := range numbers {
		p.weights[n] -= factor * p.exponentials[n] * float64(priors[i])
	}
}

// takeShared adopts the best line of all runs, if it is better.
func (a *adaptation[M]) takeShared(l *adaptationLevel[M]) {
	if best := a.runs.shared(); best != nil && best.score > l.bestScore {
		a.retrace(l, best.line)
		l.bestScore, l.repetitions = best.score, 0
	}
}

func (a *adaptation[M]) retrace(l *adaptationLevel[M], line []M) {
	l.best.reset()
	l.bestLine = append(l.bestLine[:0], line...)
	for _, m := range line {
		first := len(l.best.numbers)
		a.next = a.game.Moves(a.next[:0])
		l.best.numbers = a.lexicon.appendNumbers(a.numbers, l.best.numbers, a.next)
		if a.opt.Guided {
			l.best.priors = a.appendPriors(l.best.priors, a.next)
		}
		l.best.played = append(l.best.played, int32(first+slices.Index(a.next, m)))
		l.best.ends = append(l.best.ends, int32(len(l.best.numbers)))
		a.play(m)
	}
	a.back(0)
}

func (a *adaptation[M]) appendState(s *saved.Writer) {
	s.Int(a.tried)
	s.Int(a.lexicon.count)
	for _, code := range a.lexicon.codes {
		s.Int(int(code))
	}
	a.appendLevels(s, a.levels)
	if a.beam != nil {
		s.Int(a.turn)
		a.appendLevels(s, a.beam)
	}
}

func (a *adaptation[M]) appendLevels(s *saved.Writer, levels []adaptationLevel[M]) {
	for i := range levels {
		l := &levels[i]
		s.Int(len(l.policy.weights))
		for _, weight := range l.policy.weights {
			s.Float(weight)
		}
		a.appendLine(s, l.bestLine)
		s.Float(l.bestScore)
		s.Int(l.iterations)
		s.Int(l.repetitions)
	}
}

func (a *adaptation[M]) readState(s *saved.Reader) {
	a.tried = s.Count(a.opt.Playouts - 1)
	for range items(s) {
		if code := s.Count(len(a.lexicon.byCode) - 1); s.Err() == nil {
			a.lexicon.add(int32(code))
		}
	}
	a.readLevels(s, a.levels)
	if a.beam != nil {
		a.turn = s.Count(a.opt.Beam - 1)
		a.readLevels(s, a.beam)
	}
}

func (a *adaptation[M]) readLevels(s *saved.Reader, levels []adaptationLevel[M]) {
	for i := range levels {
		l := &levels[i]
		for range items(s) {
			weight := s.Float()
			l.policy.weights = append(l.policy.weights, weight)
			l.policy.exponentials = append(l.policy.exponentials, math.Exp(weight))
		}
		a.retrace(l, a.readLine(s))
		l.bestScore = s.Float()
		l.iterations = s.Int()
		l.repetitions = s.Int()
		if len(l.policy.weights) > a.lexicon.count {
			s.Fail("the state has weights of unknown moves")
			return
		}
	}
}
