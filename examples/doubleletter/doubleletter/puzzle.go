// Package doubleletter is the double-letter puzzle, by which Allis explains dependency-based search (Allis 1994, chapter 3).
//
// Two equal letters side by side in a word may be replaced by one letter: their predecessor or successor in the alphabet,
// which is cyclic. The aim is to reduce the word to a single letter.
package doubleletter

import (
	"bytes"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

const MaxLength = 64

// Any is the goal of a puzzle that any single letter solves.
const Any rune = 0

// A Puzzle is a word to be reduced to a single letter. Its methods define the moves and their effects, which makes it the
// [dependency.Rules] of a game and a [dependency.Needer].
//
// There is a cell for each part of the word. It is empty until the part has become a single letter, then holds that letter,
// counted from 1, and, when the letter is replaced in turn, a number beyond the alphabet. A cell thus never returns to an
// earlier value. A last cell becomes 1 when the word is solved, which makes the goal a single condition.
type Puzzle struct {
	word     string
	alphabet int32
	goal     int32 // a letter, counted from 1, or 0 for any
}

// New returns the puzzle of a word over the first 3 to 26 letters of the alphabet. Its goal is a letter, or [Any].
func New(word string, alphabet int, goal rune) (*Puzzle, error) {
	if alphabet < 3 || alphabet > 26 {
		return nil, fmt.Errorf("an alphabet of %d letters: want 3 to 26", alphabet)
	}
	last := 'a' + rune(alphabet) - 1
	if len(word) == 0 || len(word) > MaxLength {
		return nil, fmt.Errorf("a word of %d letters: want 1 to %d", len(word), MaxLength)
	}
	for i, c := range word {
		if c < 'a' || c > last {
			return nil, fmt.Errorf("letter %d of the word is %q: want one from a to %c", i+1, c, last)
		}
	}
	p := &Puzzle{word: word, alphabet: int32(alphabet)}
	if goal != Any {
		if goal < 'a' || goal > last {
			return nil, fmt.Errorf("goal %q: want a letter from a to %c", goal, last)
		}
		p.goal = goal - 'a' + 1
	}
	return p, nil
}

// A Move replaces the equal letters of word[From:Middle] and word[Middle:To] by another. Letters are counted from 1.
type Move struct{ From, Middle, To, Letter, Result int8 }

func (p *Puzzle) Game() (*dependency.Game[Move], error) {
	n := int32(len(p.word))
	cells := make([]int32, p.solved()+1)
	for i, c := range p.word {
		cells[part(int32(i), int32(i)+1)] = c - 'a' + 1
	}
	if n == 1 && p.isGoal(cells[part(0, 1)]) {
		cells[p.solved()] = 1
	}
	return dependency.New(cells, p, dependency.GameOptions{
		Goal:     []ply.Condition{{Cell: p.solved(), Value: 1}},
		Acyclic:  true,
		Monotone: true,
	})
}

// part returns the cell of word[from:to].
func part(from, to int32) int32 { return to*(to-1)/2 + from }

func (p *Puzzle) solved() int32 { return part(0, int32(len(p.word))+1) }

func (p *Puzzle) isGoal(letter int32) bool { return p.goal == 0 || p.goal == letter }

func (p *Puzzle) replaced() int32 { return p.alphabet + 1 }

func (p *Puzzle) Candidates(cells []int32, dst []Move) []Move {
	n := int32(len(p.word))
	letterFrom := func(from int32) (to, letter int32) {
		for to := from + 1; to <= n; to++ {
			if v := cells[part(from, to)]; v > 0 && v <= p.alphabet {
				return to, v
			}
		}
		return n, 0
	}
	from := int32(0)
	middle, letter := letterFrom(from)
	for middle < n {
		to, next := letterFrom(middle)
		if letter == next {
			dst = p.both(dst, from, middle, to, letter)
		}
		from, middle, letter = middle, to, next
	}
	return dst
}

func (p *Puzzle) both(dst []Move, from, middle, to, letter int32) []Move {
	m := Move{From: int8(from), Middle: int8(middle), To: int8(to), Letter: int8(letter)}
	for _, step := range []int32{p.alphabet - 1, 1} {
		m.Result = int8((letter-1+step)%p.alphabet + 1)
		dst = append(dst, m)
	}
	return dst
}

func (p *Puzzle) Footprint(m Move, dst ply.Footprint) ply.Footprint {
	change := func(cell, before, after int32) {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: cell, Value: before})
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: cell, Value: after})
	}
	from, middle, to := int32(m.From), int32(m.Middle), int32(m.To)
	change(part(from, middle), int32(m.Letter), p.replaced())
	change(part(middle, to), int32(m.Letter), p.replaced())
	change(part(from, to), 0, int32(m.Result))
	if m.From == 0 && int(m.To) == len(p.word) && p.isGoal(int32(m.Result)) {
		change(p.solved(), 0, 1)
	}
	return dst
}

// Needing appends the moves that need a condition: moves that replace the letter of a part, together with a letter on either
// side, or that bring a letter to an empty part.
func (p *Puzzle) Needing(c ply.Condition, dst []Move) []Move {
	n := int32(len(p.word))
	switch {
	case c.Cell == p.solved() && c.Value == 0:
		for middle := int32(1); middle < n; middle++ {
			for letter := range p.alphabet {
				for _, m := range p.both(nil, 0, middle, n, letter+1) {
					if p.isGoal(int32(m.Result)) {
						dst = append(dst, m)
					}
				}
			}
		}
		return dst
	case c.Cell >= p.solved() || c.Value > p.alphabet:
		return dst
	}
	to := int32(1)
	for part(0, to+1) <= c.Cell {
		to++
	}
	from := c.Cell - part(0, to)
	if c.Value == 0 {
		for middle := from + 1; middle < to; middle++ {
			for letter := range p.alphabet {
				dst = p.both(dst, from, middle, to, letter+1)
			}
		}
		return dst
	}
	for before := range from {
		dst = p.both(dst, before, from, to, c.Value)
	}
	for after := to + 1; after <= n; after++ {
		dst = p.both(dst, from, to, after, c.Value)
	}
	return dst
}

// Words returns the word, and the words after each move of a line.
func (p *Puzzle) Words(line []Move) []string {
	letters := []byte(p.word) // the letter of a part is at its start, and the rest of it is 0
	words := []string{p.word}
	for _, m := range line {
		clear(letters[m.From:m.To])
		letters[m.From] = 'a' + byte(m.Result) - 1
		words = append(words, string(bytes.ReplaceAll(letters, []byte{0}, nil)))
	}
	return words
}
