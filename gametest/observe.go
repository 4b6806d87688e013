package gametest

import (
	"cmp"
	"encoding"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

// An observation is everything observable about a position. Fields without a capability are zero.
type observation struct {
	moves    []move
	side     int // to move, or a player
	cells    []int32
	identity string
	hash     uint64
	images   []uint64 // the hashes under all symmetries
	solved   bool
	score    float64
	estimate int
	drawing  string
	round    int      // of a simultaneous game
	keys     []string // the information keys of all players
	values   string   // the value of the game, if asked for
}

// observe observes the present position, and its cells and drawing if whole.
func observe(g *subject, whole bool) *observation {
	o := &observation{moves: g.Moves(nil)}
	if s := g.Turn; s != nil {
		o.side = s.ToMove()
	}
	if c := g.Celled; c != nil && whole {
		o.cells = cellsOf(c)
	}
	if a := g.BinaryAppender; a != nil {
		o.identity = identityOf(a)
	}
	if h := g.Hasher; h != nil {
		o.hash = h.Hash()
	}
	if s := g.Symmetric; s != nil {
		for i := range s.Symmetries() {
			o.images = append(o.images, s.HashUnder(i))
		}
	}
	if p := g.Puzzle; p != nil {
		o.solved = p.Solved()
	}
	if s := g.Scorer; s != nil {
		o.score = s.Score()
	}
	if e := g.Estimator; e != nil {
		o.estimate = e.Estimate()
	}
	if s := g.Simultaneous; s != nil {
		o.round = s.Round()
	}
	if g.Imperfect != nil {
		for player := range playersOf(g) {
			o.keys = append(o.keys, informationOf(g, player))
		}
	}
	if whole {
		o.drawing = draw(g)
	}
	return o
}

// lookDeep also observes the outcome or evaluation for each player.
func (p *place) lookDeep(g *subject) *observation {
	o := p.look(g)
	var b strings.Builder
	end := len(o.moves) == 0
	if s := g.Adversarial; s != nil {
		if end {
			fmt.Fprintf(&b, "outcome %d ", s.Outcome())
		}
		if e := g.Evaluator; e != nil {
			fmt.Fprintf(&b, "evaluation %d ", e.Evaluate())
		}
	}
	if s := g.Multiplayer; s != nil {
		values := make([]int, s.Players())
		if end {
			s.Outcomes(values)
			fmt.Fprintf(&b, "outcomes %d ", values)
		}
		if e := g.MultiplayerEvaluator; e != nil {
			e.Evaluations(values)
			fmt.Fprintf(&b, "evaluations %d ", values)
		}
	}
	if r := g.Repeater; r != nil {
		fmt.Fprintf(&b, "repeated: %v ", r.Repeated())
	}
	o.values = strings.TrimSuffix(b.String(), " ")
	return o
}

func cellsOf(c ply.Celled) []int32 {
	cells := make([]int32, max(c.Cells(), 0))
	for i := range cells {
		cells[i] = c.Cell(i)
	}
	return cells
}

func identityOf(a encoding.BinaryAppender) string {
	b, err := a.AppendBinary(nil)
	if err != nil {
		return fmt.Sprintf("error: %v", err)
	}
	return string(b)
}

func draw(g *subject) string {
	if s := g.Stringer; s != nil {
		return s.String()
	}
	return ""
}

// differs compares two observations after the same line.
func (want *observation) differs(got *observation) (wanted, seen string, differs bool) {
	switch {
	case !slices.Equal(want.moves, got.moves):
		return fmt.Sprintf("moves %v", want.moves), fmt.Sprintf("moves %v", got.moves), true
	case want.estimate != got.estimate:
		return fmt.Sprintf("estimate %d", want.estimate), fmt.Sprintf("estimate %d", got.estimate), true
	case want.round != got.round:
		return fmt.Sprintf("Round %d", want.round), fmt.Sprintf("Round %d", got.round), true
	case !slices.Equal(want.keys, got.keys):
		return fmt.Sprintf("information keys %x", want.keys), fmt.Sprintf("information keys %x", got.keys), true
	}
	if wanted, seen, differs = want.differsAsPosition(got); differs {
		return wanted, seen, true
	}
	if want.values != got.values {
		return want.values, got.values, true
	}
	if want.drawing != got.drawing {
		return "a drawing like\n" + want.drawing, "\n" + got.drawing, true
	}
	return "", "", false
}

// differsAsPosition compares all that depends on the position but not on the line.
func (want *observation) differsAsPosition(got *observation) (wanted, seen string, differs bool) {
	switch {
	case !slices.Equal(want.cells, got.cells):
		if len(want.cells) != len(got.cells) {
			return fmt.Sprintf("%d cells", len(want.cells)), fmt.Sprintf("%d cells", len(got.cells)), true
		}
		for i, v := range want.cells {
			if v != got.cells[i] {
				return fmt.Sprintf("value %d in cell %d", v, i), fmt.Sprintf("value %d in cell %d", got.cells[i], i), true
			}
		}
	case want.identity != got.identity:
		return fmt.Sprintf("identity %x", want.identity), fmt.Sprintf("identity %x", got.identity), true
	case want.side != got.side:
		return fmt.Sprintf("side %d to move", want.side), fmt.Sprintf("side %d", got.side), true
	case !sameMoves(want.moves, got.moves):
		return fmt.Sprintf("moves %v in any order", want.moves), fmt.Sprintf("moves %v", got.moves), true
	case want.hash != got.hash:
		return fmt.Sprintf("hash %016x", want.hash), fmt.Sprintf("hash %016x", got.hash), true
	case !slices.Equal(want.images, got.images):
		return fmt.Sprintf("hashes under the symmetries %016x", want.images), fmt.Sprintf("%016x", got.images), true
	case want.solved != got.solved:
		return fmt.Sprintf("solved: %v", want.solved), fmt.Sprintf("solved: %v", got.solved), true
	case cmp.Compare(want.score, got.score) != 0:
		return fmt.Sprintf("score %v", want.score), fmt.Sprintf("score %v", got.score), true
	}
	return "", "", false
}

// sameMoves compares two lists as multisets.
func sameMoves(a, b []move) bool {
	if len(a) != len(b) {
		return false
	}
	if slices.Equal(a, b) {
		return true
	}
	count := make(map[move]int, len(a))
	for _, m := range a {
		count[m]++
	}
	for _, m := range b {
		if count[m]--; count[m] < 0 {
			return false
		}
	}
	return true
}

// keyOf returns a key of the present position: its identity, its cells or its hash. It is false without any of them.
func keyOf(g *subject) (string, bool) {
	if key, ok := exactKeyOf(g); ok {
		return key, true
	}
	if h := g.Hasher; h != nil {
		return fmt.Sprintf("%016x", h.Hash()), true
	}
	return "", false
}

func exactKeyOf(g *subject) (string, bool) {
	if a := g.BinaryAppender; a != nil {
		return identityOf(a), true
	}
	if c := g.Celled; c != nil {
		return cellsKey(cellsOf(c)), true
	}
	return "", false
}

func cellsKey(cells []int32) string {
	b := make([]byte, 0, 4*len(cells))
	for _, v := range cells {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

// anyKey are the capabilities that distinguish positions, and exactKey those that never fail to.
const (
	exactKey = "encoding.BinaryAppender or ply.Celled"
	anyKey   = "ply.Hasher or " + exactKey
)
