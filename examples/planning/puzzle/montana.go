package puzzle

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// Montana deals a relative of the patience Montana: suits of cards from 1 up, and a row for each suit with an
// additional gap. A gap takes only the successor of the card on its left or, at the left end, the 1 of the row's suit.
// The goal is to have each suit in order in its row, and then the gap.
//
// A cell for each place has its card, or 0. The bound is the number of misplaced cards.
func Montana(suits, ranks int, seed uint64) *Puzzle {
	p := new(Puzzle)
	width := ranks + 1
	for range suits {
		for rank := range width {
			p.Start = append(p.Start, int32(rank)) // 0 for the gap
		}
	}
	for i := range p.Start {
		if p.Start[i] > 0 {
			p.Start[i] += int32(i / width * ranks)
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(p.Start), func(i, j int) { p.Start[i], p.Start[j] = p.Start[j], p.Start[i] })
	for card := int32(1); card <= int32(suits*ranks); card++ {
		suit, rank := int(card-1)/ranks, int(card-1)%ranks
		p.Goal = append(p.Goal, ply.Condition{Cell: int32(suit*width + rank), Value: card})
		for to := range int32(len(p.Start)) {
			left := int(to)%width == 0
			if left != (rank == 0) || left && int(to)/width != suit {
				continue
			}
			for from := range int32(len(p.Start)) {
				if from == to || !left && from == to-1 {
					continue
				}
				changes := []change{{from, card, 0}, {to, 0, card}}
				if !left {
					changes = append(changes, change{to - 1, card - 1, card - 1})
				}
				p.add(1, fmt.Sprintf("%d of suit %d to %d,%d", rank+1, suit+1, int(to)%width+1, int(to)/width+1), changes...)
			}
		}
	}
	p.Bound = func(cell func(int) int32) (wrong int) {
		for _, c := range p.Goal {
			if cell(int(c.Cell)) != c.Value {
				wrong++
			}
		}
		return wrong
	}
	return p
}
