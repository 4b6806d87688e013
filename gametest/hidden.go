package gametest

import (
	"fmt"
	"slices"
)

var hiddenLaws = []*law{
	&information, &sameInformation, &perfectRecall, &roundsOf, &hiddenInRound, &openBetweenRounds, &consistentDraws,
	&weightsOfDraws,
}

//go:noinline
func playersOf(g *subject) int {
	if players := g.Multiplayer; players != nil {
		return players.Players()
	}
	if g.Adversarial != nil {
		return 2
	}
	return 1
}

// toMoveOf returns ToMove, or 0 for a game without it.
//
//go:noinline
func toMoveOf(g *subject) int {
	if turns := g.Turn; turns != nil {
		return turns.ToMove()
	}
	return 0
}

//go:noinline
func informationOf(g *subject, player int) string {
	return string(g.Imperfect.AppendInformation(nil, player))
}

var information = law{
	name:  "information",
	text:  "AppendInformation appends to its argument, leaves what was there, and changes nothing.",
	needs: "ply.Imperfect",
	check: func(p *place) {
		for player := range playersOf(p.game) {
			appended(p, fmt.Sprintf("AppendInformation(dst, %d)", player), []byte{7, 0, 255}, func(dst []byte) []byte {
				return p.game.Imperfect.AppendInformation(dst, player)
			})
		}
		p.unchanged("after calling AppendInformation")
	},
}

// A decision is a position as seen by the player to move.
type decision struct {
	player int
	key    string
	moves  []move
	own    []move // the moves that the player has made
	past   string // these, and the keys at which it made them
	line   []move
}

func (r *run) decisionAfter(line []move) (d decision, ok bool) {
	w := r.witness()
	for _, m := range line {
		w.play(m)
	}
	return w.decision()
}

// A witness records the decisions of the players on a line.
type witness struct {
	game *subject
	line []move
	own  map[int][]move
	past map[int]string
}

func (r *run) witness() *witness {
	return &witness{game: r.newGame(), own: map[int][]move{}, past: map[int]string{}}
}

func (w *witness) play(m move) {
	if player := toMoveOf(w.game); player >= 0 {
		w.past[player] += fmt.Sprintf("%x %v, ", informationOf(w.game, player), m)
		w.own[player] = append(slices.Clip(w.own[player]), m)
	}
	w.line = append(w.line, m)
	w.game.Play(m)
}

func (w *witness) decision() (d decision, ok bool) {
	moves := w.game.Moves(nil)
	player := toMoveOf(w.game)
	if len(moves) == 0 || player < 0 {
		return d, false
	}
	return decision{player, informationOf(w.game, player), moves, w.own[player], w.past[player], slices.Clone(w.line)}, true
}

// ofInformation returns a law about decisions with the same player and information key: on the line, around it and
// near the start. compare returns the fault of two decisions.
//
//go:noinline
func ofInformation(name, text string, compare func(a, b decision) (want, got string)) law {
	const tries = "two positions were met that the player to move cannot tell apart"
	return law{name: name, text: text, needs: "ply.Imperfect", tries: tries, begin: func() check {
		met := map[string]decision{}
		meet := func(p *place, d decision) {
			id := fmt.Sprintf("%d %s", d.player, d.key)
			other, again := met[id]
			if !again {
				met[id] = d
				return
			}
			if !slices.Equal(d.line, other.line) {
				p.tried()
			}
			if want, got := compare(other, d); want != got {
				failAt(d.line, fmt.Sprintf("player %d has the information key %x here and after %v", d.player, d.key, other.line), want, got)
			}
		}
		return func(p *place) {
			if len(p.line) == 0 {
				p.nearStart(func(d decision) { meet(p, d) })
			}
			p.around(func(line []move) {
				if d, ok := p.decisionAfter(line); ok {
					meet(p, d)
				}
			})
		}
	}}
}

func (p *place) nearStart(meet func(d decision)) {
	const most = 300
	queue := [][]move{nil}
	for i := 0; i < len(queue) && i < most; i++ {
		w := p.witness()
		for _, m := range queue[i] {
			w.play(m)
		}
		p.at = queue[i]
		if d, ok := w.decision(); ok {
			meet(d)
		}
		if len(queue) < most {
			for _, m := range w.game.Moves(nil) {
				queue = append(queue, append(slices.Clip(queue[i]), m))
			}
		}
	}
	p.at = p.line
}

var sameInformation = ofInformation("same information", "A player that cannot tell two positions apart has the same moves in both, in the same order.",
	func(a, b decision) (want, got string) {
		return fmt.Sprintf("moves %v", a.moves), fmt.Sprintf("moves %v", b.moves)
	})

var perfectRecall = ofInformation("perfect recall", "A player with the same information has come there by the same decisions of its own.",
	func(a, b decision) (want, got string) {
		if !slices.Equal(a.own, b.own) {
			return fmt.Sprintf("its moves up to now to be %v", a.own), fmt.Sprintf("its moves up to now to be %v", b.own)
		}
		return "its moves and keys up to now to be " + a.past, "its moves and keys up to now to be " + b.past
	})

var roundsOf = law{
	name:  "rounds",
	text:  "Round is 0 at the start, in positions of chance and at the end; after a move it is one more or 0; and no player moves twice in a round.",
	needs: "ply.Simultaneous",
	check: func(p *place) {
		round := p.game.Simultaneous.Round()
		switch {
		case p.game.Imperfect == nil:
			p.fail("", "a ply.Imperfect, since players do not see the moves of a round", fmt.Sprintf("%T", p.game))
		case len(p.line) == 0 && round != 0:
			p.fail("", "Round 0 at the start", round)
		case len(p.moves) == 0 && round != 0:
			p.fail("", "Round 0 at the end", round)
		case toMoveOf(p.game) < 0 && round != 0:
			p.fail("", "Round 0 in a position of chance", round)
		}
		for _, m := range p.sample(p.moves) {
			if after := playing(p.game, m, p.game.Simultaneous.Round); after != 0 && after != round+1 {
				p.fail(fmt.Sprintf("after playing %v", m), fmt.Sprintf("Round %d or 0", round+1), after)
			}
		}
		g := p.newGame()
		var moved []int
		for i, m := range p.line {
			if g.Simultaneous.Round() == 0 {
				moved = moved[:0]
			}
			player := toMoveOf(g)
			if slices.Contains(moved, player) {
				failAt(p.line[:i], "", "a player to move that has not moved in this round", fmt.Sprintf("player %d, after %v", player, moved))
			}
			moved = append(moved, player)
			g.Play(m)
		}
	},
}

// hiddenInRound replaces the moves of the present round, and compares the next player's information.
var hiddenInRound = law{
	name:  "hidden in a round",
	text:  "Who is to move, its moves, its information and Round do not depend on the moves that were made in the round.",
	needs: "ply.Simultaneous, ply.Imperfect",
	check: func(p *place) {
		round := p.game.Simultaneous.Round()
		if round == 0 || len(p.moves) == 0 {
			return
		}
		seen := func(g *subject) string {
			player := toMoveOf(g)
			return fmt.Sprintf("player %d to move, moves %v, information %x, Round %d", player, g.Moves(nil), informationOf(g, player), g.Simultaneous.Round())
		}
		const times = 3
		for range times {
			start := len(p.line) - round
			g := p.gameAfter(p.line[:start])
			others := p.playRandom(g, round)
			if want, got := seen(p.game), seen(g); want != got {
				p.fail(fmt.Sprintf("and with %v instead of %v in the same round", others, p.line[start:]), want, got)
			}
		}
	},
}

var openBetweenRounds = law{
	name:  "open between rounds",
	text:  "Where Round is 0, a player with the same information knows the position: the moves, who is to move, and the keys of all players are the same.",
	needs: "ply.Simultaneous, ply.Imperfect",
	begin: func() check {
		met := memory{}
		return nearby(func(p *place, line []move) {
			if p.game.Simultaneous.Round() != 0 {
				return
			}
			keys := make([]string, playersOf(p.game))
			for player := range keys {
				keys[player] = informationOf(p.game, player)
			}
			seen := fmt.Sprintf("player %d to move, moves %v, information keys %x", toMoveOf(p.game), p.game.Moves(nil), keys)
			for player, key := range keys {
				did := fmt.Sprintf("player %d has the information key %x", player, key)
				met.meet(did, seen, line, did)
			}
		})
	},
}
