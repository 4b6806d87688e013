package montana

import (
	"fmt"
	"slices"
)

// reference is Montana by the letter of its rules, as plain as can be: rows of cards, gaps among them.
type reference struct {
	variant Variant
	rows    [][]string // "" is a gap
	ranks   int
}

func newReference(d Deal, variant Variant) *reference {
	r := &reference{variant: variant, ranks: d.Ranks}
	for row := range d.Suits {
		var cards []string
		if variant == Base {
			cards = append(cards, Card{row, 0}.String())
		}
		for _, c := range d.Cards[row*d.Ranks : (row+1)*d.Ranks] {
			if c.Rank == 0 {
				cards = append(cards, "")
			} else {
				cards = append(cards, c.String())
			}
		}
		r.rows = append(r.rows, cards)
	}
	return r
}

// rank returns the number of the rank of a card.
func rank(card string) int {
	for r, letter := range rankLetters {
		if byte(letter) == card[0] {
			return r
		}
	}
	panic("no card: " + card)
}

// after returns the positions that one move leads to.
func (r *reference) after() []*reference {
	var next []*reference
	move := func(card string, row, column int) {
		n := &reference{variant: r.variant, ranks: r.ranks}
		for _, cards := range r.rows {
			cards = slices.Clone(cards)
			for i, c := range cards {
				if c == card {
					cards[i] = ""
				}
			}
			n.rows = append(n.rows, cards)
		}
		n.rows[row][column] = card
		next = append(next, n)
	}
	for row, cards := range r.rows {
		for column, card := range cards {
			switch {
			case card != "":
			case column == 0: // only in variant Common
				for _, others := range r.rows {
					for _, c := range others {
						if c != "" && rank(c) == 1 {
							move(c, row, column)
						}
					}
				}
			case cards[column-1] != "" && rank(cards[column-1]) < r.ranks-1:
				left := cards[column-1]
				move(string([]byte{rankLetters[rank(left)+1], left[1]}), row, column)
			}
		}
	}
	return next
}

// solved reports whether each row holds the cards of one suit in order, with the gap at the end.
func (r *reference) solved() bool {
	for _, cards := range r.rows {
		first := 0
		if r.variant == Common {
			first = 1
		}
		for column, card := range cards[:r.ranks-first] {
			if card == "" || rank(card) != column+first || card[1] != cards[0][1] {
				return false
			}
		}
	}
	return true
}

// explore returns the positions that can be reached, each with whether it is solved.
func (r *reference) explore() map[string]bool {
	seen := map[string]bool{fmt.Sprint(r.rows): r.solved()}
	queue := []*reference{r}
	for len(queue) > 0 {
		for _, n := range queue[0].after() {
			key := fmt.Sprint(n.rows)
			if _, known := seen[key]; !known {
				seen[key] = n.solved()
				queue = append(queue, n)
			}
		}
		queue = queue[1:]
	}
	return seen
}
