package montana

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// The letters of ranks and suits, the usual ones first.
const (
	rankLetters = "A23456789TJQKBCDEFGHILMNOPRSUVWXYZ"
	suitLetters = "SHDCABEFGIJKLMNOPQRTUVWXYZ"
)

// The greatest numbers of suits and ranks, for which there are letters.
const (
	MaxSuits = len(suitLetters)
	MaxRanks = len(rankLetters)
)

// Letters returns the letters of all suits and ranks in their order.
func Letters() (suits, ranks string) { return suitLetters, rankLetters }

// A Variant says where aces go and where twos may go.
type Variant uint8

const (
	// Base: the aces go to a new column on the left, each suit in its row. It is acyclic.
	Base Variant = iota

	// Common: the aces leave the game, and any two may go to a gap in the first column.
	Common
)

var variantNames = []string{"base", "common"}

func (v Variant) String() string {
	if v > Common {
		return fmt.Sprintf("Variant(%d)", uint8(v))
	}
	return variantNames[v]
}

// MarshalText returns the name of the variant.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the name of a variant.
func (v *Variant) UnmarshalText(name []byte) error {
	i := slices.Index(variantNames, string(name))
	if i < 0 {
		return errors.New("want base or common")
	}
	*v = Variant(i)
	return nil
}

// A Card has a suit and a rank, both numbered from 0; rank 0 is the ace.
type Card struct{ Suit, Rank int }

// String returns the letters of rank and suit, as in "TS" or "2H".
func (c Card) String() string {
	return string([]byte{rankLetters[c.Rank], suitLetters[c.Suit]})
}

// A Deal is a layout of cards: a row for each suit, with a place for each rank, and the aces where they were dealt.
type Deal struct {
	Suits, Ranks int
	Cards        []Card // row by row
}

// checkSize returns an error if there are no letters for the suits and ranks, or too few cards to play with.
func checkSize(suits, ranks int) error {
	switch {
	case suits < 1 || suits > MaxSuits:
		return fmt.Errorf("%d suits: want 1 to %d", suits, MaxSuits)
	case ranks < 2 || ranks > MaxRanks:
		return fmt.Errorf("%d ranks: want 2 to %d", ranks, MaxRanks)
	}
	return nil
}

// RandomDeal deals shuffled cards.
func RandomDeal(suits, ranks int, random *rand.Rand) (Deal, error) {
	if err := checkSize(suits, ranks); err != nil {
		return Deal{}, err
	}
	d := Deal{Suits: suits, Ranks: ranks, Cards: make([]Card, suits*ranks)}
	for i, c := range random.Perm(len(d.Cards)) {
		d.Cards[i] = Card{c / ranks, c % ranks}
	}
	return d, nil
}

// check returns an error if the deal does not hold each card once.
func (d Deal) check() error {
	if err := checkSize(d.Suits, d.Ranks); err != nil {
		return err
	}
	if len(d.Cards) != d.Suits*d.Ranks {
		return fmt.Errorf("%d cards: want %d × %d", len(d.Cards), d.Suits, d.Ranks)
	}
	dealt := make([]bool, len(d.Cards))
	for _, c := range d.Cards {
		if c.Suit < 0 || c.Suit >= d.Suits || c.Rank < 0 || c.Rank >= d.Ranks {
			return fmt.Errorf("card of suit %d and rank %d: want %d × %d cards", c.Suit, c.Rank, d.Suits, d.Ranks)
		}
		if dealt[c.Suit*d.Ranks+c.Rank] {
			return fmt.Errorf("card %v twice", c)
		}
		dealt[c.Suit*d.Ranks+c.Rank] = true
	}
	return nil
}

// ReadDeals reads deals of the given size: a line for each row, of cards with or without spaces, and empty lines
// between deals. Lines that begin with # are skipped. Errors name the line.
func ReadDeals(r io.Reader, suits, ranks int) ([]Deal, error) {
	if err := checkSize(suits, ranks); err != nil {
		return nil, err
	}
	var (
		deals     []Deal
		cards     []Card
		first     = make(map[Card]int) // the line in which a card of the deal stands
		row, last int
	)
	finish := func() error {
		if row > 0 && row < suits {
			return fmt.Errorf("a deal of %d rows ends: want %d", row, suits)
		}
		row = 0
		return nil
	}
	err := textfile.Each(r, func(line int, text string) (err error) {
		last = line
		switch {
		case strings.HasPrefix(text, "#"):
			return nil
		case text == "":
			return finish()
		case row == suits:
			return fmt.Errorf("a deal of more than %d rows: want an empty line between deals", suits)
		case row == 0:
			cards = make([]Card, 0, suits*ranks)
			clear(first)
		}
		before := len(cards)
		if cards, err = appendRow(cards, text, suits, ranks); err != nil {
			return err
		}
		for _, c := range cards[before:] {
			if l, dealt := first[c]; dealt {
				return fmt.Errorf("card %v twice, first in line %d", c, l)
			}
			first[c] = line
		}
		if row++; row == suits {
			deals = append(deals, Deal{suits, ranks, cards})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := finish(); err != nil {
		return nil, fmt.Errorf("line %d: %w", last, err)
	}
	if len(deals) == 0 {
		return nil, errors.New("no deals")
	}
	return deals, nil
}

// ReadDeal reads a single deal, as [ReadDeals] does, with the number of suits and ranks of its rows.
func ReadDeal(r io.Reader) (Deal, error) {
	text, err := io.ReadAll(bom.Skip(r))
	if err != nil {
		return Deal{}, err
	}
	suits, ranks := 0, 0
	for line := range strings.Lines(string(text)) {
		row := strings.Join(strings.Fields(line), "")
		if row == "" && suits > 0 {
			break
		}
		if row == "" || row[0] == '#' {
			continue
		}
		if suits++; suits == 1 {
			ranks = len(row) / 2
		}
	}
	if suits == 0 {
		return Deal{}, errors.New("no deal")
	}
	deals, err := ReadDeals(bytes.NewReader(text), suits, ranks)
	if err != nil {
		return Deal{}, err
	}
	if len(deals) > 1 {
		return Deal{}, fmt.Errorf("%d deals: want one", len(deals))
	}
	return deals[0], nil
}

func appendRow(cards []Card, text string, suits, ranks int) ([]Card, error) {
	text = strings.Join(strings.Fields(text), "")
	if len(text) != 2*ranks {
		return nil, fmt.Errorf("a row of %d characters without spaces: want %d cards of 2", len(text), ranks)
	}
	for i := 0; i < len(text); i += 2 {
		rank := strings.IndexByte(rankLetters[:ranks], text[i])
		suit := strings.IndexByte(suitLetters[:suits], text[i+1])
		if rank < 0 || suit < 0 {
			return nil, fmt.Errorf("card %q: want a rank of %s and a suit of %s", text[i:i+2], rankLetters[:ranks], suitLetters[:suits])
		}
		cards = append(cards, Card{suit, rank})
	}
	return cards, nil
}
