package gametest

import (
	"fmt"
	"slices"
)

// replay only plays. It is also the broken law if a game panics or refuses a move while a line is played for other laws.
var replay = law{
	name: "replay",
	text: "A line of legal moves can be played again on a new game, and nothing panics. (Chance inside Play breaks this law, too.)",
	check: nearby(func(p *place, line []move) {
		p.game.Moves(nil)
	}),
}

// sameStart makes two games, with a few moves played on the first one in between.
var sameStart = law{
	name: "same start",
	text: "New games are all in the same position, and playing on one changes no other.",
	check: func(p *place) {
		if len(p.line) > 0 {
			return
		}
		want := p.look(p.game) // anew, since Undo may be broken
		const most = 4
		p.playRandom(p.newGame(), most)
		p.compare(want, p.look(p.game), "after playing on another game")
		p.compare(want, p.look(p.newGame()), "and the next new game")
	},
}

var movesUnique = law{
	name: "unique moves",
	text: "Moves lists no move twice.",
	check: func(p *place) {
		if m, twice := twice(p.moves); twice {
			p.fail("", fmt.Sprintf("move %v once", m), fmt.Sprintf("moves %v", p.moves))
		}
	},
}

// twice returns a move that is listed twice, if there is one.
func twice(moves []move) (m move, is bool) {
	listed := make(map[move]bool, len(moves))
	for _, m := range moves {
		if listed[m] {
			return m, true
		}
		listed[m] = true
	}
	return nil, false
}

var movesAppend = law{
	name: "moves appended",
	text: "Moves appends to its argument and leaves what was there.",
	check: func(p *place) {
		appended(p, "Moves(dst)", []move{p.game.zero}, p.game.Moves)
	},
}

// undo takes back one move in each position, and the whole line at its end.
var undo = law{
	name: "undo",
	text: "Undo after Play restores everything that can be observed.",
	check: func(p *place) {
		for _, m := range p.sample(p.moves) {
			p.game.Play(m)
			p.game.Undo(m)
			p.unchanged("after playing %v and taking it back", m)
		}
		if p.last {
			undoLine(p)
		}
	},
}

var deterministic = law{
	name: "deterministic",
	text: "The same move in the same position leads to the same position. Chance inside Play breaks this law.",
	check: func(p *place) {
		for _, m := range p.sample(p.moves) {
			first := p.onward(m)
			p.compare(first, p.onward(m), "playing %v, taking it back, and playing it again", m)
		}
	},
}

// onward returns the observation after a move, which it takes back. It calls Moves first, as searches do.
func (p *place) onward(m move) *observation {
	p.game.Moves(nil)
	return playing(p.game, m, func() *observation { return p.look(p.game) })
}

// playing plays a move, returns what ask does, and takes the move back.
func playing[T any](g *subject, m move, ask func() T) T {
	g.Play(m)
	result := ask()
	g.Undo(m)
	return result
}

func undoLine(p *place) {
	g := p.newGame()
	seen := make([]*observation, len(p.line))
	for i, m := range p.line {
		seen[i] = p.look(g)
		g.Play(m)
	}
	for i, m := range slices.Backward(p.line) {
		g.Undo(m)
		p.compare(seen[i], p.look(g), "after taking back the last %d moves", len(p.line)-i)
	}
}

var movesOrder = law{
	name: "order of moves",
	text: "Moves lists the same moves in the same order each time it is called in a position.",
	check: func(p *place) {
		const times = 3
		first := p.game.Moves(nil)
		for range times {
			if again := p.game.Moves(nil); !slices.Equal(again, first) {
				p.fail("listing the moves again", fmt.Sprintf("moves %v", first), fmt.Sprintf("moves %v", again))
			}
		}
	},
}

// sameLine observes the game after detours, and new games after the same line, with detours or without any other calls.
var sameLine = law{
	name: "same line",
	text: "What can be observed, the order of Moves included, depends on nothing but the moves played from the start to here.",
	check: func(p *place) {
		for _, m := range p.sample(p.moves) {
			detour(p.run, p.game, m)
			p.unchanged("after playing %v and another, and taking them back", m)
		}
		if !p.last {
			return
		}
		detours(p)
		p.like(p.silent(), "and on a new game, asked nothing on the way here")
	},
}

// detour plays a legal move and a reply, and takes them back.
func detour(r *run, g *subject, m move) {
	g.Play(m)
	if next := g.Moves(nil); len(next) > 0 {
		n := next[r.random.IntN(len(next))]
		g.Play(n)
		g.Undo(n)
	}
	g.Undo(m)
}

// detours plays the line on two new games, on one with a detour before each move.
func detours(p *place) {
	straight, other := p.newGame(), p.newGame()
	for i := 0; ; i++ {
		want := straight.Moves(nil)
		if got := other.Moves(nil); !slices.Equal(got, want) {
			failAt(p.line[:i], "and on a new game, with detours on the way here", fmt.Sprintf("moves %v", want), fmt.Sprintf("moves %v", got))
		}
		if i == len(p.line) {
			return
		}
		detour(p.run, other, want[p.random.IntN(len(want))])
		straight.Play(p.line[i])
		other.Play(p.line[i])
	}
}

var solvedEnds = law{
	name:  "solved ends",
	text:  "A solved position has no moves.",
	needs: "ply.Puzzle",
	tries: "solved position was met",
	check: nearby(func(p *place, line []move) {
		if !isSolved(p.game) {
			return
		}
		p.tried()
		if moves := p.game.Moves(nil); len(moves) > 0 {
			failAt(line, "", "no moves, since it is solved", fmt.Sprintf("moves %v", moves))
		}
	}),
}
