package havannah

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/long"
)

var (
	_ ply.AdversarialGame[Cell]  = (*Solving)(nil)
	_ fast.SuccessorHasher[Cell] = (*Solving)(nil)
)

func newSolving(t testing.TB, size int) *Solving {
	t.Helper()
	g, err := New(size)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSolving(g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFolding plays random games and their images. What is known of a position does not depend on the way to it, the hash and
// the identity do not depend on the image, and the moves that can matter are images of one another.
func TestFolding(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for i := range long.Or(1_000, 200) {
		size := MinSize + i%4
		s, image := newSolving(t, size), newSolving(t, size)
		symmetry := random.IntN(12)
		for moves := s.game.Moves(nil); len(moves) > 0; moves = s.game.Moves(moves[:0]) {
			m := moves[random.IntN(len(moves))]
			want := s.HashSuccessors([]Cell{m}, nil)[0]
			for _, other := range moves[:random.IntN(len(moves))] { // leave traces in the memory of the next level
				s.Play(other)
				s.Moves(nil)
				s.Undo(other)
			}
			s.Play(m)
			image.Play(s.game.MoveUnder(symmetry, m))
			fresh, err := NewSolving(s.game.Clone())
			if err != nil {
				t.Fatal(err)
			}
			got := s.Moves(nil)
			if s.Hash() != want || image.Hash() != want || fresh.Hash() != want {
				t.Fatalf("hashes %x, %x of the image, %x afresh, want %x\n%v", s.Hash(), image.Hash(), fresh.Hash(), want, s.game)
			}
			if !slices.Equal(got, fresh.Moves(nil)) || len(got) != len(image.Moves(nil)) || s.Outcome() != fresh.Outcome() || s.Outcome() != image.Outcome() {
				t.Fatalf("moves %v, value %d; of the image %v, %d; afresh %v, %d\n%v",
					got, s.Outcome(), image.Moves(nil), image.Outcome(), fresh.Moves(nil), fresh.Outcome(), s.game)
			}
			var identities [2][]byte
			for j, g := range []*Game{s.game, image.game} {
				folded, err := NewFolded(g)
				if err != nil {
					t.Fatal(err)
				}
				if identities[j], err = folded.AppendBinary(nil); err != nil {
					t.Fatal(err)
				}
			}
			if string(identities[0]) != string(identities[1]) {
				t.Fatalf("identities %x, %x of the image\n%v", identities[0], identities[1], s.game)
			}
		}
	}
}

// winning returns the cells where a side wins at once.
func winning(g *Game, side int) (set uint64) {
	for _, c := range g.empty[:g.free] {
		if g.wins(c, side) {
			set |= 1 << g.place[c]
		}
	}
	return set
}

// TestPartners compares what is known of pairs of stones with what can be seen after the first of them.
func TestPartners(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for i := range long.Or(1_500, 200) {
		s := newSolving(t, MinSize+i%4)
		g := s.game
		for g.over == Unfinished {
			s.prepare()
			for side := range 2 {
				alone, free := winning(g, side), s.free()
				if got := s.here().win[side]; got != alone {
					t.Fatalf("side %d wins on %x, want %x\n%v", side, got, alone, g)
				}
				for _, c := range g.Moves(nil) {
					if alone>>g.place[c]&1 != 0 {
						continue
					}
					after := g.Clone()
					if after.ToMove() != side {
						after.played = append(after.played, turn{}) // a pass
					}
					after.Play(c)
					want := winning(after, side) &^ alone
					if got := s.partners(side)[g.place[c]] & free &^ alone; got != want {
						t.Fatalf("side %d wins on %x after %s, want %x\n%v", side, got, g.Name(c), want, g)
					}
				}
			}
			moves := g.Moves(nil)
			s.Play(moves[random.IntN(len(moves))])
		}
	}
}
