package saved

import (
	"reflect"
	"slices"

	"github.com/ply-search/ply"
)

// FingerprintJoint is [Fingerprint] for a game of joint moves.
func FingerprintJoint[M comparable](g ply.Joint[M]) uint64 {
	p := printer[M]{prints: printable(reflect.TypeFor[M]())}
	p.joint(g)
	state := p.hash.Sum64()
	for range fingerprintLines {
		var line [][]M
		for len(line) < fingerprintLength {
			var choices []M
			for player := ply.Chance; player < g.Players(); player++ {
				if p.moves = g.MovesOf(player, p.moves[:0]); len(p.moves) > 0 {
					state = state*0xd1342543de82ef95 + 1
					choices = append(choices, p.moves[(state>>32)%uint64(len(p.moves))])
				}
			}
			if len(choices) == 0 {
				break
			}
			g.PlayJoint(choices)
			line = append(line, choices)
			p.joint(g)
		}
		for _, choices := range slices.Backward(line) {
			g.UndoJoint(choices)
		}
	}
	return p.hash.Sum64()
}

// joint hashes the present position of a game of joint moves.
func (p *printer[M]) joint(g ply.Joint[M]) {
	players, all := g.Players(), 0
	p.uint(uint64(players))
	for player := ply.Chance; player < players; player++ {
		p.moves = g.MovesOf(player, p.moves[:0])
		all += len(p.moves)
		p.uint(uint64(len(p.moves)))
		for _, m := range p.moves {
			p.move(m)
		}
		if s, ok := g.(ply.Stochastic[M]); ok && player == ply.Chance && len(p.moves) > 0 {
			for _, x := range s.Probabilities(p.moves, nil) {
				p.float(x)
			}
		}
	}
	if all == 0 {
		values := make([]int, players)
		g.Outcomes(values)
		for _, v := range values {
			p.uint(uint64(v))
		}
	}
}
