package gametest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

var notationLaws = []*law{&textParsed, &textsDiffer, &otherTexts}

const notation = "ply.Notation"

var textParsed = law{
	name:  "text of a move",
	text:  "AppendMove appends the text of a legal move to its argument, ParseMove of that text returns the move, and neither changes the position.",
	needs: notation,
	check: func(p *place) {
		for _, m := range p.sample(p.moves) {
			text := string(p.game.AppendMove(nil, m))
			if after := string(p.game.AppendMove([]byte("1. "), m)); after != "1. "+text {
				p.fail(fmt.Sprintf("calling AppendMove([]byte(\"1. \"), %v)", m), fmt.Sprintf("%q", "1. "+text), fmt.Sprintf("%q", after))
			}
			switch got, err := p.game.ParseMove(text); {
			case err != nil:
				p.fail(fmt.Sprintf("calling ParseMove(%q), the text of %v", text, m), m, fmt.Sprintf("error %v", err))
			case got != m:
				p.fail(fmt.Sprintf("calling ParseMove(%q), the text of %v", text, m), m, got)
			}
		}
		p.unchanged("after AppendMove and ParseMove")
	},
}

var textsDiffer = law{
	name:  "texts differ",
	text:  "The texts of different legal moves are different; they have no white space and are not empty.",
	needs: notation,
	check: func(p *place) {
		moves := p.moves
		if len(moves) > mostMoves && !p.last && !p.seldom() {
			moves = p.sample(moves)
		}
		of := make(map[string]move, len(moves))
		for _, m := range moves {
			text := string(p.game.AppendMove(nil, m))
			if text == "" || strings.ContainsFunc(text, unicode.IsSpace) {
				p.fail("", fmt.Sprintf("a text of %v without white space that is not empty", m), fmt.Sprintf("%q", text))
			}
			if other, twice := of[text]; twice && other != m {
				p.fail("", fmt.Sprintf("different texts of %v and %v", other, m), fmt.Sprintf("%q of both", text))
			}
			of[text] = m
		}
	},
}

// notOfMoves begins and ends texts that spell no move.
const notOfMoves = "\x00\u2603"

const mostTexts = 64

// otherTexts remembers texts of moves: a text that is valid elsewhere is the most likely to be accepted wrongly.
var otherTexts = law{
	name:   "other texts",
	text:   "ParseMove returns an error for a text that stands for no legal move, and never a move that is not legal; it changes nothing.",
	needs:  notation,
	rarely: true,
	begin: func() check {
		var met []string
		return func(p *place) {
			wrong := []string{"", notOfMoves}
			maybe := slices.Clone(met) // other moves may have these texts here, or they may be other spellings
			if len(maybe) > p.opt.Width && !p.full {
				i := p.random.IntN(len(maybe))
				maybe = append(maybe[i:], maybe[:i]...)[:p.opt.Width]
			}
			for _, m := range p.sample(p.moves) {
				text := string(p.game.AppendMove(nil, m))
				wrong = append(wrong, text+notOfMoves, notOfMoves+text)
				maybe = append(maybe, text[:len(text)-1], text[1:], text+text, strings.ToUpper(text))
				if len(met) < mostTexts {
					met = append(met, text)
				} else {
					met[p.random.IntN(mostTexts)] = text
				}
			}
			for _, text := range wrong {
				if got, err := p.game.ParseMove(text); err == nil {
					p.fail(fmt.Sprintf("calling ParseMove(%q)", text), "an error", got)
				}
			}
			for _, text := range maybe {
				if got, err := p.game.ParseMove(text); err == nil && !slices.Contains(p.moves, got) {
					p.fail(fmt.Sprintf("calling ParseMove(%q)", text), "an error, or a legal move", fmt.Sprintf("%v, which is not legal", got))
				}
			}
			p.unchanged("after ParseMove of other texts")
		}
	},
}
