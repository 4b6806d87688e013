package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// decisive compares with immediate wins and, if the game can be played out, with all winning moves.
var decisive = law{
	name: "decisive moves",
	text: "Decisive appends legal moves, none twice, and changes nothing. If it appends any, then one of them wins at once if any move does, " +
		"else one keeps the opponent from winning at once if any does, and one wins in the end if any does.",
	needs: "mcts.Decider",
	tries: "position of two sides was met in which Decisive lists a move",
	when:  decided,
	check: func(p *place) {
		got := someOfTheMoves(p, "Decisive", p.game.Decider.Decisive)
		if len(got) == 0 || p.game.Adversarial == nil {
			return
		}
		p.tried()
		if p.small() || p.seldom() {
			p.decides(got)
		}
	},
}

// decides searches for a move that is missing from got.
func (p *place) decides(got []move) {
	want := func(what string, such move) {
		p.fail("calling Decisive", fmt.Sprintf("a move among them that %s, such as %v", what, such), got)
	}
	if i := slices.IndexFunc(p.moves, p.winsAtOnce); i >= 0 {
		if !slices.ContainsFunc(got, p.winsAtOnce) {
			want("wins at once", p.moves[i])
		}
		return
	}
	if !slices.ContainsFunc(got, p.holds) {
		moves := p.sample(p.moves)
		if i := slices.IndexFunc(moves, p.holds); i >= 0 {
			want("the opponent cannot answer by winning at once", moves[i])
		}
	}
	left := mostPlayedOut
	wins := func(m move) bool {
		value, known := bestOf(p.game, []move{m}, &left)
		return known && value > 0
	}
	if best, known := bestOf(p.game, got, &left); known && best <= 0 {
		if i := slices.IndexFunc(p.moves, wins); i >= 0 {
			want("wins in the end", p.moves[i])
		}
	}
}

var reduced = law{
	name:  "reduced moves",
	text:  "Reduce appends legal moves, none twice, and changes nothing. If it appends any, the best of them is as good as the best of all moves.",
	needs: "mcts.Reducer",
	tries: "position of two sides was met in which Reduce lists moves and a small search finds their value",
	when:  decided,
	check: func(p *place) {
		some := someOfTheMoves(p, "Reduce", p.game.Reducer.Reduce)
		if len(some) == 0 || p.game.Adversarial == nil {
			return
		}
		left := 2 * mostPlayedOut
		got, known := bestOf(p.game, some, &left)
		want, all := bestOf(p.game, p.moves, &left)
		if known && all {
			p.tried()
		}
		if known && all && got != want {
			p.fail("calling Reduce", fmt.Sprintf("moves with the value %d of the best", want), fmt.Sprintf("%v with the value %d", some, got))
		}
	},
}

func (p *place) winsAtOnce(m move) bool {
	sides := p.game.Adversarial
	me := sides.ToMove()
	p.game.Play(m)
	defer p.game.Undo(m)
	if len(p.game.Moves(nil)) > 0 {
		return false
	}
	value := sides.Outcome()
	return sides.ToMove() == me && value > 0 || sides.ToMove() != me && value < 0
}

// holds reports whether the opponent has neither won after a move nor can win at once.
func (p *place) holds(m move) bool {
	sides := p.game.Adversarial
	me := sides.ToMove()
	p.game.Play(m)
	defer p.game.Undo(m)
	replies := p.game.Moves(nil)
	if byChance(p.game) {
		return true
	}
	if sides.ToMove() == me {
		return len(replies) > 0 || sides.Outcome() >= 0
	}
	if len(replies) == 0 {
		return sides.Outcome() <= 0
	}
	return !slices.ContainsFunc(replies, p.winsAtOnce)
}

var priors = rated(law{
	name:  "priors",
	text:  "Priors sets a finite number, 0 or more, for each of the moves that it is given, the same each time and in any order, and changes nothing.",
	needs: "ply.Guide",
}, "Priors", "a finite number of 0 or more",
	func(g *subject, moves []move, priors, none []float32) {
		clear(none)
		g.Guide.Priors(moves, priors)
	},
	func(prior, _ float32) bool { return prior >= 0 && prior <= math.MaxFloat32 })

const mostPriorSimulations = 1e6

var virtualWins = rated(law{
	name: "prior results",
	text: "PriorResults sets a number of virtual simulations from 0 to 1e6, and wins from 0 to that number, for each of the moves that it is given, " +
		"the same each time and in any order, and changes nothing.",
	needs: "mcts.Expert",
}, "PriorResults", "simulations from 0 to 1e6 and no more wins",
	func(g *subject, moves []move, wins, simulations []float32) {
		g.Expert.PriorResults(moves, wins, simulations)
	},
	func(wins, simulations float32) bool {
		return wins >= 0 && wins <= simulations && simulations <= mostPriorSimulations
	})

// rated completes the law of a method that stores one or two numbers for each move.
//
//go:noinline
func rated(l law, method, want string, rate func(g *subject, moves []move, first, second []float32),
	right func(first, second float32) bool) law {
	l.when = decided
	l.check = func(p *place) {
		if len(p.moves) == 0 {
			return
		}
		turned := slices.Clone(p.moves)
		slices.Reverse(turned)
		var inOrder [][2]float32
		for i, given := range [][]move{p.moves, turned, p.sample(p.moves)} {
			ask := func() (moves []move, numbers [][2]float32) {
				unset := slices.Repeat([]float32{float32(math.NaN())}, 2*len(given))
				first, second := unset[:len(given)], unset[len(given):]
				moves, numbers = slices.Clone(given), make([][2]float32, len(given))
				rate(p.game, moves, first, second)
				for i := range numbers {
					numbers[i] = [2]float32{first[i], second[i]}
				}
				return moves, numbers
			}
			moves, once := ask()
			did := fmt.Sprintf("calling %s for %v", method, given)
			if !slices.Equal(moves, given) {
				p.fail(did, "the moves as they were", moves)
			}
			for i, numbers := range once {
				if !right(numbers[0], numbers[1]) {
					p.fail(did, fmt.Sprintf("%s for %v", want, given[i]), fmt.Sprintf("%v, if set at all", numbers))
				}
			}
			switch i {
			case 0:
				inOrder = once
			case 1:
				back := slices.Clone(once)
				slices.Reverse(back)
				if !slices.EqualFunc(back, inOrder, alike) {
					p.fail(did+", the moves in another order", fmt.Sprintf("%v, in that order", inOrder), back)
				}
			}
			if _, again := ask(); !slices.Equal(again, once) {
				p.fail(did+" again", once, again)
			}
			p.unchanged("after %s", did)
		}
	}
	return l
}

func alike(a, b [2]float32) bool {
	for i := range a {
		if d := float64(a[i] - b[i]); math.Abs(d) > 1e-4*(1+math.Abs(float64(a[i]))) {
			return false
		}
	}
	return true
}

type playout struct {
	outcomes []int
	moves    int
	lines    [][]move // by side or player; nil if not asked for
}

var playouts = law{
	name: "playouts",
	text: "A playout plays legal moves to the end of the game, or at least one if it stops before, decisive ones if asked to; it returns the outcome there, " +
		"appends the moves of each side, returns how many they are, changes nothing, and follows from the position and the source of chance alone.",
	needs:  "mcts.Playouter or mcts.MultiplayerPlayouter",
	rarely: true,
	check: func(p *place) {
		if p.game.Playouter != nil && p.game.Adversarial != nil {
			p.playouts("Playout", p.playoutOfSides)
		}
		if p.game.MultiplayerPlayouter != nil && p.game.Multiplayer != nil {
			p.playouts("PlayoutAll", p.playoutOfAll)
		}
	},
}

// playoutOfSides makes a playout. The lines, if wanted, hold one other move before it.
func (p *place) playoutOfSides(random *rand.PCG, decisive, wanted bool) playout {
	var lines [2][]move
	given := &lines
	if !wanted {
		given = nil
	}
	for side := range lines {
		lines[side] = []move{p.game.zero}
	}
	side := viewOf(p.game.Adversarial.ToMove())
	outcome, moves := p.game.Playouter.Playout(random, decisive, given)
	outcomes := []int{-outcome, -outcome}
	outcomes[side] = outcome
	return playout{outcomes, moves, lines[:]}
}

func (p *place) playoutOfAll(random *rand.PCG, decisive, wanted bool) playout {
	players := p.game.Multiplayer.Players()
	lines, outcomes := make([][]move, players), make([]int, players)
	for player := range lines {
		lines[player], outcomes[player] = []move{p.game.zero}, ply.MaxValue+1 // to see whether it is set
	}
	given := lines
	if !wanted {
		given = nil
	}
	moves := p.game.MultiplayerPlayouter.PlayoutAll(random, decisive, given, outcomes)
	return playout{outcomes, moves, lines}
}

// playouts makes playouts with and without lines, and decisive ones if the game is a Decider.
func (p *place) playouts(name string, play func(random *rand.PCG, decisive, wanted bool) playout) {
	for _, decisive := range []bool{false, true} {
		if decisive && p.game.Decider == nil {
			continue
		}
		did := fmt.Sprintf("calling %s, decisive: %v", name, decisive)
		seed1, seed2 := p.random.Uint64(), p.random.Uint64()
		with := play(rand.NewPCG(seed1, seed2), decisive, true)
		p.unchanged("after %s", did)
		p.replayed(with, decisive, did)
		without := play(rand.NewPCG(seed1, seed2), decisive, false)
		if !slices.Equal(without.outcomes, with.outcomes) || without.moves != with.moves {
			p.fail(did+" again with the same source of chance, without lines", fmt.Sprintf("outcomes %v after %d moves", with.outcomes, with.moves),
				fmt.Sprintf("outcomes %v after %d moves", without.outcomes, without.moves))
		}
		p.unchanged("after %s, without lines", did)
	}
}

func (p *place) replayed(o playout, decisive bool, did string) {
	zero := p.game.zero
	count := 0
	for side, line := range o.lines {
		if len(line) == 0 || line[0] != zero {
			p.fail(did, fmt.Sprintf("what was in the lines, [%v], and more", zero), fmt.Sprintf("line %d: %v", side, line))
		}
		count += len(line) - 1
	}
	if o.moves != count && !(o.moves > count && p.game.Stochastic != nil) {
		p.fail(did, fmt.Sprintf("as many moves as are in the lines, %d", count), o.moves)
	}
	if p.game.Stochastic != nil {
		p.inRange(o, did)
		return // the moves of chance are in no line
	}
	next := make([]int, len(o.lines)) // how many moves of each line have been played
	var line []move
	defer func() {
		for _, m := range slices.Backward(line) {
			p.game.Undo(m)
		}
	}()
	for range count {
		side := p.game.Turn.ToMove()
		moves := p.game.Moves(nil)
		if next[side]++; next[side] >= len(o.lines[side]) {
			p.fail(did, fmt.Sprintf("a move of side %d after %v", side, line), fmt.Sprintf("lines %v, from the second move on", o.lines))
		}
		m := o.lines[side][next[side]]
		if !slices.Contains(moves, m) {
			p.fail(did, fmt.Sprintf("a legal move after %v, one of %v", line, moves), m)
		}
		if decisive {
			if some := p.game.Decider.Decisive(nil); len(some) > 0 && !slices.Contains(some, m) {
				p.fail(did, fmt.Sprintf("a decisive move after %v, one of %v", line, some), m)
			}
		}
		p.game.Play(m)
		line = append(line, m)
	}
	p.inRange(o, did)
	if moves := p.game.Moves(nil); len(moves) > 0 {
		if count > 0 {
			return // A playout that would take too long may stop, and guess.
		}
		p.fail(did, "a move at least, since the game is not over", "none")
	}
	if want := outcomesOf(p.game); !slices.Equal(o.outcomes, want) {
		p.fail(did, fmt.Sprintf("outcomes %v, by side, as after %v", want, line), o.outcomes)
	}
}

func (p *place) inRange(o playout, did string) {
	for _, outcome := range o.outcomes {
		if wrong := beyondValues("outcome", outcome); wrong != "" {
			p.fail(did, fmt.Sprintf("outcomes within ±%d", ply.MaxValue), fmt.Sprintf("%v, if all are set", o.outcomes))
		}
	}
}

func outcomesOf(g *subject) []int {
	players := g.Multiplayer
	if players == nil {
		players = sides.MultiplayerOf(g.Adversarial)
	}
	outcomes := make([]int, players.Players())
	players.Outcomes(outcomes)
	return outcomes
}

var randomMoves = law{
	name: "random moves",
	text: "PlayRandom plays legal moves, as many as it is told unless the game ends before, appends them to line and returns the legal moves that follow; " +
		"they are determined by the position, the order of the moves given and the source of chance, and any legal move can be the first.",
	needs: "fast.PuzzlePlayouter",
	check: func(p *place) {
		if len(p.moves) == 0 || !p.seldom() {
			return
		}
		const many = 64
		for _, most := range []int{1, 1 + p.random.IntN(many), many} {
			p.playsRandom(most)
		}
		if len(p.moves) <= mostMoves {
			p.playsAny()
		}
	},
}

func (p *place) playsRandom(most int) {
	zero := p.game.zero
	legal := p.shuffled(len(p.moves))
	did := fmt.Sprintf("calling PlayRandom(random, %d, %v, [%v])", most, legal, zero)
	seed1, seed2 := p.random.Uint64(), p.random.Uint64()
	call := func() (rest, played []move) {
		return p.game.PuzzlePlayouter.PlayRandom(rand.NewPCG(seed1, seed2), most, slices.Clone(legal), []move{zero})
	}
	undo := func(played []move) {
		takeBack(p.game, played[1:])
		p.unchanged("%s, and Undo", did)
	}
	rest, played := call()
	if len(played) == 0 || played[0] != zero {
		p.fail(did, fmt.Sprintf("what was in line, [%v], and more", zero), played)
	}
	other := p.silent()
	moves := other.Moves(nil)
	for i, m := range played[1:] {
		if !slices.Contains(moves, m) {
			p.fail(did, fmt.Sprintf("a legal move after %v, one of %v", played[1:1+i], moves), m)
		}
		other.Play(m)
		moves = other.Moves(moves[:0])
	}
	switch n := len(played) - 1; {
	case n > most || n < most && len(moves) > 0:
		p.fail(did, fmt.Sprintf("%d moves, or the end of the game", most), fmt.Sprintf("%d moves, after which %v are legal", n, moves))
	case len(rest) != len(moves) || slices.ContainsFunc(moves, func(m move) bool { return !slices.Contains(rest, m) }):
		p.fail(did, fmt.Sprintf("the moves after %v, %v in any order", played[1:], moves), rest)
	}
	p.compare(p.look(other), p.look(p.game), "%s, which played %v", did, played[1:])
	undo(played)
	_, again := call()
	if !slices.Equal(again, played) {
		p.fail(did+" again with the same source of chance", played, again)
	}
	undo(again)
}

// playsAny looks for a legal move that never comes first: in 30·n calls one is missing with probability below n/10¹³.
func (p *place) playsAny() {
	random := rand.NewPCG(p.random.Uint64(), p.random.Uint64())
	left := slices.Clone(p.moves)
	calls := 30 * len(p.moves)
	for range calls {
		_, played := p.game.PuzzlePlayouter.PlayRandom(random, 1, slices.Clone(p.moves), nil)
		takeBack(p.game, played)
		left = slices.DeleteFunc(left, func(m move) bool { return slices.Contains(played, m) })
		if len(left) == 0 {
			return
		}
	}
	p.fail(fmt.Sprintf("calling PlayRandom(random, 1, %v, nil) %d times", p.moves, calls), "each of these moves at least once", fmt.Sprintf("never any of %v", left))
}

var numbersAppended = law{
	name:  "numbers appended",
	text:  "AppendNumbers appends the Number of each of the moves that it is given, and changes nothing.",
	needs: "fast.NumberAppender",
	check: func(p *place) {
		g := p.game.NumberAppender
		for _, moves := range [][]move{p.moves, p.sample(p.moves)} {
			want := []int32{-1}
			for _, m := range moves {
				want = append(want, int32(g.Number(m)))
			}
			given := slices.Clone(moves)
			got := g.AppendNumbers([]int32{-1}, given)
			did := fmt.Sprintf("calling AppendNumbers([-1], %v)", moves)
			switch {
			case !slices.Equal(got, want):
				p.fail(did, want, got)
			case !slices.Equal(given, moves):
				p.fail(did, "the moves as they were", given)
			}
			p.unchanged("after %s", did)
		}
	},
}
