package gametest

import (
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// hiddenLaws are those of games that hide something, and of moves at the same time.
func hiddenLaws[M comparable]() []law[M] {
	return []law[M]{
		information[M](),
		sameInformation[M](),
		perfectRecall[M](),
		rounds[M](),
		hiddenInRound[M](),
		openBetweenRounds[M](),
		consistentDraws[M](),
		weightsOfDraws[M](),
	}
}

// playersOf returns the number of players of a game.
func playersOf[M comparable](g ply.Game[M]) int {
	switch g := g.(type) {
	case ply.Multiplayer:
		return g.Players()
	case ply.Adversarial:
		return 2
	}
	return 1
}

// toMoveOf returns who is to move. In a game that does not tell, it is always player 0.
func toMoveOf[M comparable](g ply.Game[M]) int {
	if turns, ok := g.(interface{ ToMove() int }); ok {
		return turns.ToMove()
	}
	return 0
}

// informationOf returns the information key of a player.
func informationOf[M comparable](g ply.Game[M], player int) string {
	return string(g.(ply.Imperfect).AppendInformation(nil, player))
}

func information[M comparable]() law[M] {
	return law[M]{
		name:  "information",
		text:  "AppendInformation appends to its argument, leaves what was there, and changes nothing.",
		needs: has[ply.Imperfect, M],
		begin: stateless(func(p *place[M]) *finding[M] {
			for player := range playersOf(p.game) {
				key := p.game.(ply.Imperfect).AppendInformation(nil, player)
				before := []byte{7, 0, 255}
				want := slices.Concat(before, key)
				for _, room := range []int{0, len(key) + 1} {
					dst := slices.Grow(slices.Clip(before), room)
					if got := p.game.(ply.Imperfect).AppendInformation(dst, player); !slices.Equal(got, want) {
						return p.found(fmt.Sprintf("calling AppendInformation(%v, %d)", before, player), fmt.Sprint(want), fmt.Sprint(got))
					}
				}
			}
			if wanted, seen, differs := p.changed(p.game); differs {
				return p.found("after calling AppendInformation", wanted, seen)
			}
			return nil
		}),
	}
}

// A decision is a position in which a player is to move, as the player sees it.
type decision[M comparable] struct {
	player int
	key    string
	moves  []M
	own    []M    // the moves that the player has made
	past   string // these, and the keys at which it made them
	line   []M
}

// decisions plays a line on a new game and returns the decision at its end, if there is one.
func (r *run[M]) decisionAfter(line []M) (d decision[M], ok bool) {
	w := r.witness()
	for _, m := range line {
		w.play(m)
	}
	return w.decision()
}

// A witness notes what the players of a game have decided on a line.
type witness[M comparable] struct {
	game ply.Game[M]
	line []M
	own  map[int][]M
	past map[int]string
}

func (r *run[M]) witness() *witness[M] {
	return &witness[M]{game: r.newGame(), own: map[int][]M{}, past: map[int]string{}}
}

func (w *witness[M]) play(m M) {
	if player := toMoveOf(w.game); player >= 0 {
		w.past[player] += fmt.Sprintf("%x %v, ", informationOf(w.game, player), m)
		w.own[player] = append(slices.Clip(w.own[player]), m)
	}
	w.line = append(w.line, m)
	w.game.Play(m)
}

func (w *witness[M]) decision() (d decision[M], ok bool) {
	moves := w.game.Moves(nil)
	player := toMoveOf(w.game)
	if len(moves) == 0 || player < 0 {
		return d, false
	}
	return decision[M]{player, informationOf(w.game, player), moves, w.own[player], w.past[player], slices.Clone(w.line)}, true
}

// ofInformation is a law about decisions at which a player has the same key. It looks at the positions of the line, at
// those around them, and at those not far from the start. compare returns what is wrong with two such decisions.
func ofInformation[M comparable](name, text string, compare func(a, b decision[M]) (want, got string)) law[M] {
	return law[M]{name: name, text: text, needs: has[ply.Imperfect, M], begin: func() check[M] {
		met := map[string]decision[M]{}
		meet := func(d decision[M]) *finding[M] {
			id := fmt.Sprintf("%d %s", d.player, d.key)
			other, again := met[id]
			if !again {
				met[id] = d
				return nil
			}
			if want, got := compare(other, d); want != got {
				return foundAt(d.line, fmt.Sprintf("player %d has the information key %x here and after %v", d.player, d.key, other.line), want, got)
			}
			return nil
		}
		return func(p *place[M]) *finding[M] {
			if len(p.line) == 0 {
				if f := p.nearStart(meet); f != nil {
					return f
				}
			}
			return p.around(func(line []M) *finding[M] {
				if d, ok := p.decisionAfter(line); ok {
					return meet(d)
				}
				return nil
			})
		}
	}}
}

// nearStart calls meet for the decisions that are nearest to the start.
func (p *place[M]) nearStart(meet func(d decision[M]) *finding[M]) *finding[M] {
	const most = 300
	queue := [][]M{nil}
	for i := 0; i < len(queue) && i < most; i++ {
		w := p.witness()
		for _, m := range queue[i] {
			w.play(m)
		}
		p.at = queue[i]
		if d, ok := w.decision(); ok {
			if f := meet(d); f != nil {
				return f
			}
		}
		if len(queue) < most {
			for _, m := range w.game.Moves(nil) {
				queue = append(queue, append(slices.Clip(queue[i]), m))
			}
		}
	}
	p.at = p.line
	return nil
}

func sameInformation[M comparable]() law[M] {
	return ofInformation("same information", "A player that cannot tell two positions apart has the same moves in both, in the same order.",
		func(a, b decision[M]) (want, got string) {
			return fmt.Sprintf("moves %v", a.moves), fmt.Sprintf("moves %v", b.moves)
		})
}

func perfectRecall[M comparable]() law[M] {
	return ofInformation("perfect recall", "A player with the same information has come there by the same decisions of its own.",
		func(a, b decision[M]) (want, got string) {
			if !slices.Equal(a.own, b.own) {
				return fmt.Sprintf("its moves up to now to be %v", a.own), fmt.Sprintf("its moves up to now to be %v", b.own)
			}
			return "its moves and keys up to now to be " + a.past, "its moves and keys up to now to be " + b.past
		})
}

func rounds[M comparable]() law[M] {
	return law[M]{
		name:  "rounds",
		text:  "Round is 0 at the start, in positions of chance and at the end; after a move it is one more or 0; and no player moves twice in a round.",
		needs: has[ply.Simultaneous, M],
		begin: stateless(func(p *place[M]) *finding[M] {
			round := p.game.(ply.Simultaneous).Round()
			switch {
			case !has[ply.Imperfect](p.game):
				return p.found("", "a ply.Imperfect, since players do not see the moves of a round", fmt.Sprintf("%T", p.game))
			case len(p.line) == 0 && round != 0:
				return p.found("", "Round 0 at the start", fmt.Sprint(round))
			case len(p.moves) == 0 && round != 0:
				return p.found("", "Round 0 at the end", fmt.Sprint(round))
			case toMoveOf(p.game) < 0 && round != 0:
				return p.found("", "Round 0 in a position of chance", fmt.Sprint(round))
			}
			for _, m := range p.sample(p.moves) {
				p.game.Play(m)
				after := p.game.(ply.Simultaneous).Round()
				p.game.Undo(m)
				if after != 0 && after != round+1 {
					return p.found(fmt.Sprintf("after playing %v", m), fmt.Sprintf("Round %d or 0", round+1), fmt.Sprint(after))
				}
			}
			g := p.newGame()
			var moved []int
			for i, m := range p.line {
				if g.(ply.Simultaneous).Round() == 0 {
					moved = moved[:0]
				}
				player := toMoveOf(g)
				if slices.Contains(moved, player) {
					return foundAt(p.line[:i], "", "a player to move that has not moved in this round", fmt.Sprintf("player %d, after %v", player, moved))
				}
				moved = append(moved, player)
				g.Play(m)
			}
			return nil
		}),
	}
}

// hiddenInRound plays other moves in the present round and compares what the next player sees.
func hiddenInRound[M comparable]() law[M] {
	return law[M]{
		name:  "hidden in a round",
		text:  "Who is to move, its moves, its information and Round do not depend on the moves that were made in the round.",
		needs: all(has[ply.Simultaneous, M], has[ply.Imperfect, M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			round := p.game.(ply.Simultaneous).Round()
			if round == 0 || len(p.moves) == 0 {
				return nil
			}
			seen := func(g ply.Game[M]) string {
				player := toMoveOf(g)
				return fmt.Sprintf("player %d to move, moves %v, information %x, Round %d", player, g.Moves(nil), informationOf(g, player), g.(ply.Simultaneous).Round())
			}
			const times = 3
			for range times {
				g, start := p.newGame(), len(p.line)-round
				for _, m := range p.line[:start] {
					g.Play(m)
				}
				var others []M
				for range round {
					moves := g.Moves(nil)
					if len(moves) == 0 {
						break
					}
					others = append(others, moves[p.random.IntN(len(moves))])
					g.Play(others[len(others)-1])
				}
				if want, got := seen(p.game), seen(g); want != got {
					return p.found(fmt.Sprintf("and with %v instead of %v in the same round", others, p.line[start:]), want, got)
				}
			}
			return nil
		}),
	}
}

// openBetweenRounds compares positions in which a player has the same information.
func openBetweenRounds[M comparable]() law[M] {
	return law[M]{
		name:  "open between rounds",
		text:  "Where Round is 0, a player with the same information knows the position: the moves, who is to move, and the keys of all players are the same.",
		needs: all(has[ply.Simultaneous, M], has[ply.Imperfect, M]),
		begin: func() check[M] {
			type memory struct {
				seen string
				line []M
			}
			met := map[string]memory{}
			return func(p *place[M]) *finding[M] {
				return p.around(func(line []M) *finding[M] {
					if p.game.(ply.Simultaneous).Round() != 0 {
						return nil
					}
					keys := make([]string, playersOf(p.game))
					for player := range keys {
						keys[player] = informationOf(p.game, player)
					}
					seen := fmt.Sprintf("player %d to move, moves %v, information keys %x", toMoveOf(p.game), p.game.Moves(nil), keys)
					for player, key := range keys {
						id := fmt.Sprintf("%d %s", player, key)
						if other, again := met[id]; !again {
							met[id] = memory{seen, slices.Clone(line)}
						} else if other.seen != seen {
							return foundAt(line, fmt.Sprintf("player %d has the information key %x here and after %v", player, key, other.line), other.seen, seen)
						}
					}
					return nil
				})
			}
		},
	}
}

// looksOf returns all that tells a position of a game that hides something from others.
func looksOf[M comparable](g ply.Game[M]) string {
	key, _ := keyOf(g)
	looks := fmt.Sprintf("%x, player %d to move, %s", key, toMoveOf(g), draw(g))
	for player := range playersOf(g) {
		looks += fmt.Sprintf(", player %d has information %x", player, informationOf(g, player))
	}
	return looks
}

// A belief is what a player may think of the position: the probabilities of those that are consistent with what it has
// observed.
type belief map[string]float64

// belief returns the positions that the player to move cannot tell from this one, if they are few enough. Players other
// than this one choose all moves with the same probability.
func (p *place[M]) belief() (b belief, ok bool) {
	const most = 4000 // moves played
	player := toMoveOf(p.game)
	var keys []string
	var own []M
	g := p.newGame()
	for _, m := range p.line {
		if toMoveOf(g) == player {
			keys, own = append(keys, informationOf(g, player)), append(own, m)
		}
		g.Play(m)
	}
	keys = append(keys, informationOf(g, player))
	b = belief{}
	played, total := 0, 0.0
	g = p.newGame()
	var visit func(decisions int, probability float64) bool
	visit = func(decisions int, probability float64) bool {
		moves := g.Moves(nil)
		mover := toMoveOf(g)
		if mover == player && len(moves) > 0 {
			if informationOf(g, player) != keys[decisions] {
				return true
			}
			if decisions == len(own) {
				b[looksOf(g)] += probability
				total += probability
				return true
			}
			moves = []M{own[decisions]}
			decisions++
		}
		chances := slices.Repeat([]float64{1}, len(moves))
		switch s, stochastic := g.(ply.Stochastic[M]); {
		case mover == ply.Chance && stochastic && len(moves) > 0:
			chances = s.Probabilities(moves, chances[:0])
		case mover != player:
			for i := range chances {
				chances[i] = 1 / float64(len(moves))
			}
		}
		for i, m := range moves {
			if played++; played > most {
				return false
			}
			if i >= len(chances) || !(chances[i] > 0) {
				continue
			}
			g.Play(m)
			ok := visit(decisions, probability*chances[i])
			g.Undo(m)
			if !ok {
				return false
			}
		}
		return true
	}
	if !visit(0, 1) || total == 0 {
		return nil, false
	}
	for looks := range b {
		b[looks] /= total
	}
	return b, true
}

// drawable reports whether to draw here: where a player is to move and, as it takes long, seldom.
func (p *place[M]) drawable() bool {
	return len(p.moves) > 0 && toMoveOf(p.game) >= 0 && (p.last || p.seldom())
}

func consistentDraws[M comparable]() law[M] {
	return law[M]{
		name:  "consistent draws",
		text:  "A position that is drawn can be reached, and the player cannot tell it from the present one. The weight is positive. Moves can be played and taken back.",
		needs: all(has[ply.Imperfect, M], has[ply.Determinizer, M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.drawable() {
				return nil
			}
			player := toMoveOf(p.game)
			want := fmt.Sprintf("player %d to move with information %x and moves %v", player, informationOf(p.game, player), p.moves)
			b, known := p.belief()
			g := p.silent()
			const times = 8
			did := ""
			for range times {
				weight := g.(ply.Determinizer).Determinize(player, p.random)
				did += fmt.Sprintf("drawing for player %d; ", player)
				if !(weight > 0) || math.IsInf(weight, 1) {
					return p.found(did, "a weight that is positive and finite", fmt.Sprint(weight))
				}
				mover := toMoveOf(g)
				if got := fmt.Sprintf("player %d to move with information %x and moves %v", mover, informationOf(g, player), g.Moves(nil)); got != want {
					return p.found(did, want, got)
				}
				before := looksOf(g)
				if known && b[before] == 0 {
					return p.found(did, fmt.Sprintf("one of the %d positions that are consistent with what the player has observed", len(b)), before)
				}
				if f := p.thereAndBack(g, did, before); f != nil {
					return f
				}
			}
			return nil
		}),
	}
}

// thereAndBack plays moves at random on a game that was drawn, and takes them back.
func (p *place[M]) thereAndBack(g ply.Game[M], did, before string) *finding[M] {
	var line []M
	for len(line) < p.opt.Length {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		line = append(line, moves[p.random.IntN(len(moves))])
		g.Play(line[len(line)-1])
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	if after := looksOf(g); after != before {
		return p.found(did+fmt.Sprintf("playing %v and taking these back", line), before, after)
	}
	return nil
}

// weightsOfDraws compares frequencies with probabilities, where both can be known. It asks for much less than many
// draws show, so that no lawful game is found to break it by bad luck.
func weightsOfDraws[M comparable]() law[M] {
	return law[M]{
		name:  "weights of draws",
		text:  "The frequency of a position times its weight is in proportion to its probability, where other players choose all moves with the same probability.",
		needs: all(has[ply.Imperfect, M], has[ply.Determinizer, M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			const (
				draws   = 4000
				most    = 20   // positions
				enough  = 1500 // draws that are worth as much as those of equal weight
				allowed = 0.1  // the greatest difference of the probabilities of an event
			)
			if !p.drawable() || !p.seldom() {
				return nil
			}
			b, known := p.belief()
			if !known || len(b) < 2 || len(b) > most {
				return nil
			}
			player := toMoveOf(p.game)
			g := p.silent()
			seen, sum, squares := belief{}, 0.0, 0.0
			for range draws {
				weight := g.(ply.Determinizer).Determinize(player, p.random)
				seen[looksOf(g)] += weight
				sum += weight
				squares += weight * weight
			}
			if sum*sum/squares < enough {
				return nil
			}
			difference, worst := 0.0, ""
			for looks, probability := range b {
				if d := seen[looks]/sum - probability; d > 0 {
					difference += d
				} else if worst == "" || d < seen[worst]/sum-b[worst] || d == seen[worst]/sum-b[worst] && looks < worst {
					worst = looks
				}
			}
			if difference > allowed {
				return p.found(fmt.Sprintf("drawing %d times for player %d", draws, player),
					fmt.Sprintf("the probability %.3f of %s", b[worst], worst), fmt.Sprintf("%.3f by frequencies and weights", seen[worst]/sum))
			}
			return nil
		}),
	}
}
