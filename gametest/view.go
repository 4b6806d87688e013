package gametest

import (
	"cmp"
	"fmt"
	"math"
)

// doubts are laws about statistics over many lines. A lawful game may break one, but rarely does. They come last;
// Options.Ignore names those that a game breaks intentionally.
var doubts = []*law{
	&drawsThatDiffer,
	doubt("outcomes of one side",
		"Outcome is for the side that ToMove returns. It is not if one side wins nearly all games, or games that end much the same are won by different sides, "+
			"depending on whose turn it is in the end.", "ply.Adversarial", (*views).outcomesOfOneSide),
	doubt("evaluations of one side",
		"Evaluate is for the side that ToMove returns. It is not if it hardly changes when the turn goes to the other side.",
		"ply.Adversarial, ply.Evaluator", (*views).evaluationsOfOneSide),
	doubt("evaluations that tell",
		"The better the evaluation for the side that ToMove returns, the better the outcomes of random games are for this side.",
		"ply.Adversarial, ply.Evaluator", func(v *views) (want, got string) {
			if want, got = contrary(v.equal, "the outcomes of random games"); got != "" {
				return want, got
			}
			return v.tells("Evaluate", v.evaluations)
		}),
	doubt("expectations that tell",
		"The better the expectation for the side that ToMove returns, or for side 0 in a position of chance, the better the outcomes of random games are for it.",
		"ply.Adversarial, expectimax.Evaluator", func(v *views) (want, got string) {
			if want, got = contrary(v.agree, "expectations, as to their signs,"); got != "" {
				return want, got
			}
			return v.tells("Expectation", v.expectations)
		}),
	doubt("evaluations of players that tell",
		"The better the evaluation for a player, the better the outcomes of random games are for this player.",
		"ply.Multiplayer, ply.MultiplayerEvaluator", func(v *views) (want, got string) { return v.tells("Evaluations", v.ofPlayers) }),
}

//go:noinline
func doubt(name, text string, needs string, ask func(v *views) (want, got string)) *law {
	return &law{name: name, text: text, doubt: true, needs: needs, check: func(p *place) {
		if !p.survey {
			return
		}
		if p.views == nil {
			p.views = viewsOf(p.stepper(), p.part(viewMoves))
		}
		if want, got := ask(p.views); got != "" {
			p.fail(fmt.Sprintf("playing random games of %d moves in all", p.views.played), want, got)
		}
	}}
}

// views hold statistics of random games that show from whose perspective values are.
type views struct {
	played                               int
	turn                                 [2]bool         // which sides moved
	met                                  map[string]bool // the finished positions
	ends                                 [2][2]int       // finished positions that are not even, by the side to move and the side that wins
	siblings                             relation        // the signs of outcomes of games from one position that end with side 0, and side 1, to move
	turns                                relation        // evaluations before and after the turn goes to the other side
	evaluations, expectations, ofPlayers [4]relation     // to outcomes, by view
	equal                                [3]comparison   // of evaluations and outcomes
	agree                                [3]comparison   // of the signs of evaluations and expectations
}

const (
	viewMoves    = 40_000 // in all
	viewGames    = 1000
	viewLength   = 500 // of a game
	viewPlayouts = 6   // from each position
)

func viewsOf(b *stepper, most int) *views {
	v := &views{met: map[string]bool{}}
	random := surveyChance()
	for games := 0; games < viewGames && b.played < most; games++ {
		turns := v.lookOnWay(b, func() bool {
			n := b.legal()
			if n == 0 || b.length() == viewLength {
				return false
			}
			b.play(random.IntN(n))
			return true
		})
		length := b.length()
		if b.legal() > 0 || length == 0 {
			backTo(b, 0)
			continue
		}
		// Half of the positions are among the last few.
		back := 1 + random.IntN(length)
		if games%2 == 0 {
			back = 1 + random.IntN(min(length, 8))
		}
		backTo(b, length-back)
		v.lookAhead(b, max(0, turns[length-back]), func() bool { return toTheEnd(b, random, viewLength) })
		backTo(b, 0)
	}
	v.played = b.played
	return v
}

// lookOnWay records evaluations before and after each change of turn, and returns the last player before each position.
func (v *views) lookOnWay(b *stepper, next func() bool) (mover []int) {
	sides, ok := b.g.Adversarial, b.g.Adversarial != nil
	e, evaluates := b.g.Evaluator, b.g.Evaluator != nil
	before, last, at, key := 0, -1, 0, ""
	moved := -1
	for {
		mover = append(mover, moved)
		if turn := toMoveOf(b.g); turn >= 0 {
			moved = turn
		}
		if ok && evaluates && b.legal() > 0 {
			if side := sides.ToMove(); side >= 0 && side != last {
				now := e.Evaluate()
				if last >= 0 {
					v.turns.add([2]int{at, last}, key, float64(before), float64(now))
				}
				before, last, at, key = now, side, b.length(), b.key()
			} else if side >= 0 {
				before, at, key = e.Evaluate(), b.length(), b.key()
			}
		}
		if !next() {
			return mover
		}
	}
}

// lookAhead compares the evaluation with the outcomes of random games from here.
func (v *views) lookAhead(b *stepper, before int, finish func() bool) {
	g := b.g
	at, key := b.length(), b.key()
	sides, players := g.Adversarial, g.Multiplayer
	evaluates, expects := sides != nil && g.Evaluator != nil, sides != nil && g.Expecter != nil
	turn := toMoveOf(g)
	if turn == 0 || turn == 1 {
		v.turn[turn] = true
	}
	view := turn // or, in a position of chance, 2 and more by who moved before
	if turn < 0 {
		view = 2 + before
	}
	var expected float64
	var evaluation int
	var ofPlayers []int
	if evaluates {
		evaluation = g.Evaluator.Evaluate()
	}
	if expects {
		expected = g.Expecter.Expectation()
	}
	if players != nil && g.MultiplayerEvaluator != nil {
		ofPlayers = make([]int, players.Players())
		g.MultiplayerEvaluator.Evaluations(ofPlayers)
	}
	value, ended := 0.0, 0
	var outcomes []float64
	var signs, ends [2]float64 // by the side to move in the end
	for range viewPlayouts {
		if finish() {
			ended++
			if sides != nil {
				side, outcome := sides.ToMove(), sides.Outcome()
				v.end(b.key(), side, outcome)
				ends[side]++
				signs[side] += float64(cmp.Compare(outcome, 0))
				if side != max(turn, 0) {
					outcome = -outcome
				}
				value += float64(outcome)
				if evaluates {
					v.equal[min(view, 2)].add(key, evaluation, outcome)
				}
			}
			if ofPlayers != nil {
				all := make([]int, players.Players())
				players.Outcomes(all)
				outcomes = append(outcomes, make([]float64, len(all)-min(len(all), len(outcomes)))...)
				for p := range all {
					outcomes[p] += float64(all[p])
				}
			}
		}
		backTo(b, at)
	}
	if ended == 0 {
		return
	}
	if ends[0] > 0 && ends[1] > 0 {
		v.siblings.add([2]int{}, key, signs[0]/ends[0], signs[1]/ends[1])
	}
	if evaluates && expects {
		v.agree[min(view, 2)].add(key, cmp.Compare(evaluation, 0), cmp.Compare(expected, 0))
	}
	if evaluates {
		v.evaluations[view].add([2]int{at, turn}, key, float64(evaluation), value/float64(ended))
	}
	if expects {
		v.expectations[view].add([2]int{at, turn}, key, expected, value/float64(ended))
	}
	for p := range min(len(ofPlayers), len(outcomes), len(v.ofPlayers)) {
		v.ofPlayers[p].add([2]int{at, turn}, key, float64(ofPlayers[p]), outcomes[p]/float64(ended))
	}
}

func (v *views) end(key string, side, outcome int) {
	if v.met[key] {
		return
	}
	v.met[key] = true
	switch {
	case outcome > 0:
		v.ends[side][side]++
	case outcome < 0:
		v.ends[side][1-side]++
	}
}

func (v *views) outcomesOfOneSide() (want, got string) {
	const (
		fewest    = 12
		nearlyAll = 0.95
		both      = 0.1 // the least share of wins and of losses
	)
	for winner := range 2 {
		often := true
		for side := range 2 {
			n := v.ends[side][0] + v.ends[side][1]
			often = often && n >= fewest && float64(v.ends[side][winner]) >= nearlyAll*float64(n)
		}
		if often {
			return "both sides to win some games", fmt.Sprintf("side %d wins in %d of %d different finished positions with side 0 to move and in %d of %d with side 1 to move", winner,
				v.ends[0][winner], v.ends[0][0]+v.ends[0][1], v.ends[1][winner], v.ends[1][0]+v.ends[1][1])
		}
	}
	for side := range 2 {
		n := float64(v.ends[side][0] + v.ends[side][1])
		if n < fewest || float64(v.ends[side][0]) < both*n || float64(v.ends[side][1]) < both*n {
			return "", ""
		}
	}
	if r, sure := v.siblings.correlation(); sure && r > 0.5 {
		return "much the same outcome for side 0 where games from one position end with side 0 and with side 1 to move",
			fmt.Sprintf("much the same for the side to move, the correlation of the outcomes being %.2f", r)
	}
	return "", ""
}

func (v *views) evaluationsOfOneSide() (want, got string) {
	if r, sure := v.turns.correlation(); sure && r > 0.5 {
		return "an evaluation that is good for one side to be bad for the other",
			fmt.Sprintf("evaluations before and after the turn goes to the other side with a correlation of %.2f", r)
	}
	return "", ""
}

// tells reports where a method decreases as outcomes increase.
func (v *views) tells(method string, values [4]relation) (want, got string) {
	const worst = -0.25
	if v.turn != [2]bool{true, true} {
		return "", "" // For one player alone, an evaluation may concern future moves only.
	}
	for view := range values {
		r, sure := values[view].correlation()
		if !sure || r > worst {
			continue
		}
		whose := [...]string{"side 0, which is to move", "side 1, which is to move", "side 0, where chance moves after it", "side 0, where chance moves after side 1"}[view]
		if method == "Evaluations" {
			whose = fmt.Sprintf("player %d", view)
		}
		return fmt.Sprintf("%s to be the greater the better the outcomes of random games are for %s", method, whose), fmt.Sprintf("a correlation of %.2f", r)
	}
	return "", ""
}

type comparison struct{ equal, opposite map[string]bool }

func (c *comparison) add(key string, a, b int) {
	if c.equal == nil {
		c.equal, c.opposite = map[string]bool{}, map[string]bool{}
	}
	switch {
	case a == 0:
	case a == b:
		c.equal[key] = true
	case a == -b:
		c.opposite[key] = true
	}
}

func (c *comparison) contrary() bool {
	const fewest, times = 8, 8
	return len(c.opposite) >= fewest && len(c.opposite) >= times*len(c.equal)
}

// contrary reports where evaluations nearly always have the opposite sign of the values that they should approximate.
func contrary(of [3]comparison, other string) (want, got string) {
	for view := range of {
		if of[view].contrary() {
			whose := [...]string{"side 0", "side 1", "chance"}[view]
			return fmt.Sprintf("evaluations like %s where %s is to move", other, whose),
				fmt.Sprintf("their negatives in %d positions, and the same in %d", len(of[view].opposite), len(of[view].equal))
		}
	}
	return "", ""
}

// A relation relates two numbers within groups of comparable positions.
type relation struct {
	groups map[[2]int]*group
	keys   map[string]bool
}

type group struct{ n, x, y, xx, yy, xy float64 }

func (r *relation) add(in [2]int, key string, x, y float64) {
	if r.groups == nil {
		r.groups, r.keys = map[[2]int]*group{}, map[string]bool{}
	}
	g := r.groups[in]
	if g == nil {
		g = &group{}
		r.groups[in] = g
	}
	r.keys[key] = true
	g.n, g.x, g.y, g.xx, g.yy, g.xy = g.n+1, g.x+x, g.y+y, g.xx+x*x, g.yy+y*y, g.xy+x*y
}

// correlation returns the correlation within the groups, and whether it is significant for the number of different
// positions.
func (r *relation) correlation() (correlation float64, sure bool) {
	const deviations = 3.5
	var xx, yy, xy float64
	for _, g := range r.groups {
		xx, yy, xy = xx+g.xx-g.x*g.x/g.n, yy+g.yy-g.y*g.y/g.n, xy+g.xy-g.x*g.y/g.n
	}
	if !(xx > 1e-9) || !(yy > 1e-9) {
		return 0, false
	}
	correlation = xy / math.Sqrt(xx*yy)
	return correlation, math.Abs(correlation)*math.Sqrt(float64(len(r.keys))) > deviations
}
