package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

func symmetryZero[M comparable]() law[M] {
	return law[M]{
		name:  "symmetry 0",
		text:  "Symmetry 0 is the identity: HashUnder(0) equals Hash, and MoveUnder(0, m) is m.",
		needs: has[ply.Symmetric[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			s := p.game.(ply.Symmetric[M])
			if n := s.Symmetries(); n < 1 {
				return p.found("", "at least 1 symmetry", fmt.Sprint(n))
			}
			if h, ok := p.game.(ply.Hasher); ok && h.Hash() != s.HashUnder(0) {
				return p.found("", fmt.Sprintf("HashUnder(0) like Hash, %016x", h.Hash()), fmt.Sprintf("%016x", s.HashUnder(0)))
			}
			for _, m := range p.moves {
				if image := s.MoveUnder(0, m); image != m {
					return p.found("", fmt.Sprintf("MoveUnder(0, %v) to be the same", m), fmt.Sprint(image))
				}
			}
			return nil
		}),
	}
}

func moveImages[M comparable]() law[M] {
	return law[M]{
		name:  "images of moves",
		text:  "The images of different moves are different.",
		needs: has[ply.Symmetric[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(ply.Symmetric[M])
			for s := range g.Symmetries() {
				of := make(map[M]M, len(p.moves))
				for _, m := range p.moves {
					image := g.MoveUnder(s, m)
					if other, twice := of[image]; twice {
						return p.found("", fmt.Sprintf("images of %v and %v under %d that differ", other, m, s), fmt.Sprintf("%v of both", image))
					}
					of[image] = m
				}
			}
			return nil
		}),
	}
}

// symmetryGroup looks at the effect of pairs of symmetries on the legal moves.
func symmetryGroup[M comparable]() law[M] {
	return law[M]{
		name:  "group",
		text:  "The symmetries form a group: one after the other is one of them.",
		needs: has[ply.Symmetric[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.seldom() {
				return nil
			}
			g := p.game.(ply.Symmetric[M])
			under := func(s int, moves []M) []M {
				images := make([]M, len(moves))
				for i, m := range moves {
					images[i] = g.MoveUnder(s, m)
				}
				return images
			}
			moves := p.sample(p.moves)
			var images [][]M
			for s := range g.Symmetries() {
				images = append(images, under(s, moves))
			}
			for s := range images {
				for t := range images {
					both := under(t, images[s])
					if !slices.ContainsFunc(images, func(i []M) bool { return slices.Equal(i, both) }) {
						return p.found("", fmt.Sprintf("some symmetry to do what %d and then %d do to the moves %v", s, t, moves), fmt.Sprintf("none whose images are %v", both))
					}
				}
			}
			return nil
		}),
	}
}

// ownImage plays lines and their images under a symmetry, from where a position is its own image.
func ownImage[M comparable]() law[M] {
	return law[M]{
		name: "images of lines",
		text: "If a position is its own image under s, then the images of its moves are its moves, " +
			"and the image of a line of play leads to the image of the position that the line leads to.",
		tries: "position was met that is its own image",
		needs: has[ply.Symmetric[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			return p.mirrors(func(m mirror[M]) *finding[M] {
				p.tried()
				if f := m.differs(); f != nil {
					return f
				}
				var want []M
				for _, move := range m.game.Moves(nil) {
					want = append(want, m.game.(ply.Symmetric[M]).MoveUnder(m.s, move))
				}
				if got := m.image.Moves(nil); !sameMoves(want, got) {
					return m.found(fmt.Sprintf("moves %v in any order, the images", want), fmt.Sprintf("moves %v", got))
				}
				return nil
			})
		}),
	}
}

// A mirror is a game after a line, and another after the image of that line under symmetry s.
type mirror[M comparable] struct {
	s           int
	game, image ply.Game[M]
	line, other []M
}

func (m mirror[M]) found(want, got string) *finding[M] {
	return foundAt(m.line, fmt.Sprintf("and on a game that its image under %d, %v, was played on", m.s, m.other), want, got)
}

// differs compares the image of the position with the position after the image.
func (m mirror[M]) differs() *finding[M] {
	want, got := m.game.(ply.Symmetric[M]).HashUnder(m.s), m.image.(ply.Symmetric[M]).HashUnder(0)
	if want != got {
		return m.found(fmt.Sprintf("hash %016x, which is HashUnder(%d) after the line", want, m.s), fmt.Sprintf("%016x", got))
	}
	return nil
}

// mirrors plays, where a line ends, the line and its images under one symmetry, or in a full run
// under each, and calls look at every step from where the position is its own image. It ends an image
// early whose next move is not legal.
func (p *place[M]) mirrors(look func(m mirror[M]) *finding[M]) *finding[M] {
	n := p.game.(ply.Symmetric[M]).Symmetries()
	if !p.last || n < 2 {
		return nil
	}
	only := 1 + p.random.IntN(n-1)
	for s := 1; s < n; s++ {
		if !p.full && s != only {
			continue
		}
		if f := p.mirror(s, look); f != nil {
			return f
		}
	}
	return nil
}

func (p *place[M]) mirror(s int, look func(m mirror[M]) *finding[M]) *finding[M] {
	m := mirror[M]{s: s, game: p.newGame(), image: p.newGame()}
	game := m.game.(ply.Symmetric[M])
	apart := false
	for i := 0; ; i++ {
		apart = apart || game.HashUnder(s) == game.HashUnder(0)
		if apart {
			if f := look(m); f != nil {
				return f
			}
		}
		if i == len(p.line) {
			return nil
		}
		move := p.line[i]
		image := move
		if apart {
			image = game.MoveUnder(s, move)
		}
		if !slices.Contains(m.image.Moves(nil), image) {
			return nil
		}
		m.game.Play(move)
		m.image.Play(image)
		m.line = p.line[:i+1]
		m.other = append(m.other, image)
	}
}

// canonical remembers the hashes after the moves of the positions met and, at the end of a line, of the positions on its images.
func canonical[M comparable]() law[M] {
	return law[M]{
		name:  "canonical hash",
		text:  "Positions with the same canonical hash have as many moves, the same result, if finished, and the same canonical hashes behind them.",
		needs: has[ply.Symmetric[M], M],
		begin: func() check[M] {
			type memory struct {
				behind []uint64
				result string
				line   []M
			}
			met := map[uint64]memory{}
			look := func(g ply.Game[M], line []M) *finding[M] {
				hash := ply.CanonicalHash(g.(ply.Symmetric[M]))
				behind, result := canonicalBehind(g), ""
				if len(behind) == 0 {
					result = resultOf(g)
				}
				before, again := met[hash]
				switch {
				case !again:
					met[hash] = memory{behind, result, slices.Clone(line)}
				case result != before.result:
					return foundAt(line, "", fmt.Sprintf("%s, as after %v, where the canonical hash is the same", before.result, before.line), result)
				case len(behind) != len(before.behind):
					return foundAt(line, "", fmt.Sprintf("%d moves, as after %v, where the canonical hash is the same", len(before.behind), before.line), fmt.Sprintf("%d moves", len(behind)))
				case !slices.Equal(behind, before.behind):
					return foundAt(line, "", fmt.Sprintf("canonical hashes %016x behind the moves, as after %v, where the canonical hash is the same", before.behind, before.line), fmt.Sprintf("%016x", behind))
				}
				return nil
			}
			return func(p *place[M]) *finding[M] {
				if p.survey && len(p.moves) <= mostMoves {
					return p.grove(func(line []M) *finding[M] { return look(p.game, line) })
				}
				if len(p.moves) > mostMoves && !p.seldom() {
					return nil // looking behind that many takes long
				}
				if p.full || p.last || p.seldom() {
					if f := look(p.game, p.line); f != nil {
						return f
					}
				}
				return p.mirrors(func(m mirror[M]) *finding[M] {
					if p.full && len(m.line) < len(p.line) || !p.full && !p.seldom() {
						return nil
					}
					if f := look(m.game, m.line); f != nil {
						return f
					}
					return look(m.image, m.other)
				})
			}
		},
	}
}

// canonicalBehind returns the canonical hashes of the positions one move on, sorted.
func canonicalBehind[M comparable](g ply.Game[M]) []uint64 {
	var behind []uint64
	for _, m := range g.Moves(nil) {
		g.Play(m)
		behind = append(behind, ply.CanonicalHash(g.(ply.Symmetric[M])))
		g.Undo(m)
	}
	slices.Sort(behind)
	return behind
}

// resultOf describes the result of a finished position.
func resultOf[M comparable](g ply.Game[M]) string {
	result := fmt.Sprintf("solved: %v", isSolved(g))
	if s, ok := g.(ply.Scorer); ok {
		result += fmt.Sprintf(", score %v", s.Score())
	}
	if s, ok := g.(ply.Adversarial); ok {
		result += fmt.Sprintf(", outcome %d", s.Outcome())
	}
	return result
}
