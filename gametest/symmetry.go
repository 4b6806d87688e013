package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

var symmetryZero = law{
	name:  "symmetry 0",
	text:  "Symmetry 0 is the identity: HashUnder(0) equals Hash, and MoveUnder(0, m) is m.",
	needs: "ply.Symmetric",
	check: func(p *place) {
		s := p.game.Symmetric
		if n := s.Symmetries(); n < 1 {
			p.fail("", "at least 1 symmetry", n)
		}
		if h := p.game.Hasher; h != nil && h.Hash() != s.HashUnder(0) {
			p.fail("", fmt.Sprintf("HashUnder(0) like Hash, %016x", h.Hash()), fmt.Sprintf("%016x", s.HashUnder(0)))
		}
		for _, m := range p.moves {
			if image := s.MoveUnder(0, m); image != m {
				p.fail("", fmt.Sprintf("MoveUnder(0, %v) to be the same", m), image)
			}
		}
	},
}

var moveImages = law{
	name:  "images of moves",
	text:  "The images of different moves are different.",
	needs: "ply.Symmetric",
	check: func(p *place) {
		g := p.game.Symmetric
		for s := range g.Symmetries() {
			of := make(map[move]move, len(p.moves))
			for _, m := range p.moves {
				image := g.MoveUnder(s, m)
				if other, twice := of[image]; twice {
					p.fail("", fmt.Sprintf("images of %v and %v under %d that differ", other, m, s), fmt.Sprintf("%v of both", image))
				}
				of[image] = m
			}
		}
	},
}

var symmetryGroup = law{
	name:  "group",
	text:  "The symmetries form a group: one after the other is one of them.",
	needs: "ply.Symmetric",
	check: func(p *place) {
		if !p.seldom() {
			return
		}
		g := p.game.Symmetric
		under := func(s int, moves []move) []move {
			images := make([]move, len(moves))
			for i, m := range moves {
				images[i] = g.MoveUnder(s, m)
			}
			return images
		}
		moves := p.sample(p.moves)
		var images [][]move
		for s := range g.Symmetries() {
			images = append(images, under(s, moves))
		}
		for s := range images {
			for t := range images {
				both := under(t, images[s])
				if !slices.ContainsFunc(images, func(i []move) bool { return slices.Equal(i, both) }) {
					p.fail("", fmt.Sprintf("some symmetry to do what %d and then %d do to the moves %v", s, t, moves), fmt.Sprintf("none whose images are %v", both))
				}
			}
		}
	},
}

// ownImage plays lines and their images under a symmetry, from positions that are their own images.
var ownImage = law{
	name: "images of lines",
	text: "If a position is its own image under s, then the images of its moves are its moves, " +
		"and the image of a line of play leads to the image of the position that the line leads to.",
	tries: "position was met that is its own image",
	needs: "ply.Symmetric",
	check: func(p *place) {
		p.mirrors(func(m mirror) {
			p.tried()
			m.differs()
			var want []move
			for _, next := range m.game.Moves(nil) {
				want = append(want, m.game.Symmetric.MoveUnder(m.s, next))
			}
			if got := m.image.Moves(nil); !sameMoves(want, got) {
				m.fail(fmt.Sprintf("moves %v in any order, the images", want), fmt.Sprintf("moves %v", got))
			}
		})
	},
}

// A mirror is a game after a line, and another one after the line's image under symmetry s.
type mirror struct {
	s           int
	game, image *subject
	line, other []move
}

func (m mirror) fail(want, got any) {
	failAt(m.line, fmt.Sprintf("and on a game that its image under %d, %v, was played on", m.s, m.other), want, got)
}

// differs compares the image of the position with the position after the image of the line.
func (m mirror) differs() {
	want, got := m.game.Symmetric.HashUnder(m.s), m.image.Symmetric.HashUnder(0)
	if want != got {
		m.fail(fmt.Sprintf("hash %016x, which is HashUnder(%d) after the line", want, m.s), fmt.Sprintf("%016x", got))
	}
}

// mirrors plays a finished line and its images under one symmetry, or under each in a full run, and calls look at
// every step from the first position that is its own image. It ends where a move is not legal.
func (p *place) mirrors(look func(m mirror)) {
	n := p.game.Symmetric.Symmetries()
	if !p.last || n < 2 {
		return
	}
	only := 1 + p.random.IntN(n-1)
	for s := 1; s < n; s++ {
		if !p.full && s != only {
			continue
		}
		p.mirror(s, look)
	}
}

func (p *place) mirror(s int, look func(m mirror)) {
	m := mirror{s: s, game: p.newGame(), image: p.newGame()}
	game := m.game.Symmetric
	apart := false
	for i := 0; ; i++ {
		apart = apart || game.HashUnder(s) == game.HashUnder(0)
		if apart {
			look(m)
		}
		if i == len(p.line) {
			return
		}
		next := p.line[i]
		image := next
		if apart {
			image = game.MoveUnder(s, next)
		}
		if !slices.Contains(m.image.Moves(nil), image) {
			return
		}
		m.game.Play(next)
		m.image.Play(image)
		m.line = p.line[:i+1]
		m.other = append(m.other, image)
	}
}

// canonical remembers the canonical hashes after the moves of all positions, at the end of a line also for its images.
var canonical = law{
	name:  "canonical hash",
	text:  "Positions with the same canonical hash have as many moves, the same result, if finished, and the same canonical hashes behind them.",
	needs: "ply.Symmetric",
	begin: func() check {
		type memory struct {
			behind []uint64
			result string
			line   []move
		}
		met := map[uint64]memory{}
		look := func(g *subject, line []move) {
			hash := ply.CanonicalHash(g.Symmetric)
			behind, result := canonicalBehind(g), ""
			if len(behind) == 0 {
				result = resultOf(g)
			}
			before, again := met[hash]
			switch {
			case !again:
				met[hash] = memory{behind, result, slices.Clone(line)}
			case result != before.result:
				failAt(line, "", fmt.Sprintf("%s, as after %v, where the canonical hash is the same", before.result, before.line), result)
			case len(behind) != len(before.behind):
				failAt(line, "", fmt.Sprintf("%d moves, as after %v, where the canonical hash is the same", len(before.behind), before.line), fmt.Sprintf("%d moves", len(behind)))
			case !slices.Equal(behind, before.behind):
				failAt(line, "", fmt.Sprintf("canonical hashes %016x behind the moves, as after %v, where the canonical hash is the same", before.behind, before.line), fmt.Sprintf("%016x", behind))
			}
		}
		return func(p *place) {
			if p.survey && len(p.moves) <= mostMoves {
				p.grove(func(line []move) { look(p.game, line) })
				return
			}
			if len(p.moves) > mostMoves && !p.seldom() {
				return // looking behind that many takes long
			}
			if p.full || p.last || p.seldom() {
				look(p.game, p.line)
			}
			p.mirrors(func(m mirror) {
				if p.full && len(m.line) < len(p.line) || !p.full && !p.seldom() {
					return
				}
				look(m.game, m.line)
				look(m.image, m.other)
			})
		}
	},
}

func canonicalBehind(g *subject) []uint64 {
	var behind []uint64
	for _, m := range g.Moves(nil) {
		behind = append(behind, playing(g, m, func() uint64 { return ply.CanonicalHash(g.Symmetric) }))
	}
	slices.Sort(behind)
	return behind
}

func resultOf(g *subject) string {
	result := fmt.Sprintf("solved: %v", isSolved(g))
	if s := g.Scorer; s != nil {
		result += fmt.Sprintf(", score %v", s.Score())
	}
	if s := g.Adversarial; s != nil {
		result += fmt.Sprintf(", outcome %d", s.Outcome())
	}
	return result
}
