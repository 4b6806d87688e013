package gametest

import (
	"fmt"
	"math"
	"slices"
)

var identity = law{
	name:  "identity",
	text:  "AppendBinary appends the same bytes for the same position, leaves what was there, and never fails.",
	needs: "encoding.BinaryAppender",
	check: func(p *place) {
		appended(p, "AppendBinary(dst)", []byte("before"), func(dst []byte) []byte {
			got, err := p.game.BinaryAppender.AppendBinary(dst)
			if err != nil {
				p.fail(fmt.Sprintf("calling AppendBinary(%v)", dst), "no error", err.Error())
			}
			return got
		})
	},
}

var rehash = law{
	name:  "rehash",
	text:  "Rehash equals Hash.",
	needs: "ply.Hasher, ply.Rehasher",
	check: nearby(func(p *place, line []move) {
		hash, anew := p.game.Hasher.Hash(), p.game.Rehasher.Rehash()
		if hash != anew {
			failAt(line, "", fmt.Sprintf("Hash like Rehash, %016x", anew), fmt.Sprintf("%016x", hash))
		}
	}),
}

var equalHashes = law{
	name:  "equal positions, equal hashes",
	text:  "Equal positions have equal hashes, whatever lines led to them.",
	tries: "position was met again after another line",
	needs: "ply.Hasher, " + exactKey,
	begin: func() check {
		met := memory{}
		return nearby(func(p *place, line []move) {
			key, _ := exactKeyOf(p.game)
			if before, again := met[key]; again && !slices.Equal(line, before.line) {
				p.tried()
			}
			met.meet(key, fmt.Sprintf("hash %016x", p.game.Hasher.Hash()), line, "")
		})
	},
}

// differentHashes remembers positions by hash, with their identities, cells or, without either, other observations.
var differentHashes = law{
	name:  "different positions, different hashes",
	text:  "Different positions have different hashes: if identities, cells, legal moves, the side to move or results differ, so do the hashes.",
	needs: "ply.Hasher",
	begin: func() check {
		type memory struct {
			key  string
			seen *observation
			end  string
			line []move
		}
		met := map[uint64]memory{}
		return nearby(func(p *place, line []move) {
			hash := p.game.Hasher.Hash()
			here := memory{line: slices.Clone(line)}
			exact := false
			if here.key, exact = exactKeyOf(p.game); !exact {
				here.seen, here.end = p.look(p.game), endOf(p.game)
			}
			before, again := met[hash]
			if !again {
				met[hash] = here
				return
			}
			wanted, seen, differs := fmt.Sprintf("identity %x", before.key), fmt.Sprintf("%x", here.key), here.key != before.key
			if !exact {
				wanted, seen, differs = before.seen.differsAsPosition(here.seen)
				if !differs {
					wanted, seen, differs = before.end, here.end, here.end != before.end
				}
			}
			if !differs {
				return
			}
			failAt(line, "", fmt.Sprintf("a hash other than after %v, where the position is another: %s", before.line, wanted),
				fmt.Sprintf("hash %016x of both; here: %s", hash, seen))
		})
	},
}

func endOf(g *subject) string {
	if g.Adversarial == nil || len(g.Moves(nil)) > 0 {
		return ""
	}
	return fmt.Sprintf("outcome %d", g.Adversarial.Outcome())
}

var equalMoves = law{
	name:  "equal positions, equal moves",
	text:  "Equal positions have the same legal moves, in whatever order, and are all solved or none.",
	needs: exactKey,
	begin: func() check {
		type memory struct {
			moves  []move
			solved bool
			line   []move
		}
		met := map[string]memory{}
		return nearby(func(p *place, line []move) {
			key, _ := exactKeyOf(p.game)
			moves, solved := p.game.Moves(nil), isSolved(p.game)
			before, again := met[key]
			switch {
			case !again:
				met[key] = memory{moves, solved, slices.Clone(line)}
			case !sameMoves(moves, before.moves):
				failAt(line, "", fmt.Sprintf("moves %v, as in the same position after %v", before.moves, before.line), fmt.Sprintf("moves %v", moves))
			case solved != before.solved:
				failAt(line, "", fmt.Sprintf("solved: %v, as in the same position after %v", before.solved, before.line), fmt.Sprintf("solved: %v", solved))
			}
		})
	},
}

func isSolved(g *subject) bool { return g.Puzzle != nil && g.Puzzle.Solved() }

func solves(g *subject, m move) bool { return playing(g, m, func() bool { return isSolved(g) }) }

var score = law{
	name:  "score",
	text:  "The score is a number and a function of the position.",
	needs: "ply.Scorer",
	begin: func() check {
		met := memory{}
		return nearby(func(p *place, line []move) {
			score := p.game.Scorer.Score()
			if math.IsNaN(score) {
				failAt(line, "", "a score that is a number", "NaN")
			}
			met.same(p.game, fmt.Sprintf("score %v", score+0), line) // not -0
		})
	},
}
