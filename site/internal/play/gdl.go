package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

// Limits on pasted rules.
const (
	mostGDL       = 200_000  // bytes of text
	groundMemory  = 64 << 20 // bytes for grounding
	mostProblems  = 20       // reported problems of a text
	mostGDLFacts  = 24       // facts listed below the board
	traitPlayouts = 50
)

// ErrUnplayable is returned by [OpenGDL] if the rules are valid, but the site cannot play games of this kind.
var ErrUnplayable = errors.New("the page plays games of one player, or of two who take turns and see everything")

// OpenGDL begins a game whose rules are given in the Game Description Language. If the rules have mistakes, the error
// has a line for each mistake, which begins with its line and column in text. If the rules are valid, but the site
// cannot play games of this kind, the error is [ErrUnplayable].
func OpenGDL(ctx context.Context, text string) (Session, error) {
	if len(text) > mostGDL {
		return nil, fmt.Errorf("the rules have %d bytes, want at most %d", len(text), mostGDL)
	}
	parsed, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	description, _ := parsed.Repair()
	var lines []string
	for _, p := range description.Check() {
		if p.Severity == gdl.Error && len(lines) < mostProblems {
			lines = append(lines, p.String())
		}
	}
	if len(lines) > 0 {
		return nil, errors.New(strings.Join(lines, "\n"))
	}
	loaded, err := game.Load(ctx, description, groundMemory, game.Options{MaxSteps: 2000})
	if err != nil {
		return nil, err
	}
	traits := loaded.Traits(ctx, traitPlayouts, rand.NewPCG(0, 0))
	switch {
	case traits.Players > 2 || traits.Simultaneous || traits.Percepts:
		return nil, ErrUnplayable
	case traits.Endless:
		return nil, errors.New("a match did not end within 2000 steps")
	case traits.Players == 2 && !traits.Chance:
		return beginGDL(loaded, func() (*game.Sides, error) { return game.NewSides(loaded) })
	}
	return beginGDL(loaded, func() (*game.Dice, error) { return game.NewDice(loaded) })
}

// described are the methods that the page needs.
type described interface {
	ply.AdversarialGame[game.Move]
	Holding(yield func(string) bool)
}

func beginGDL[G described](loaded *game.Rules, start func() (G, error)) (Session, error) {
	names := nameMoves(loaded)
	board := newFactBoard(loaded)
	var sides []string
	for player := range loaded.PlayerCount() {
		sides = append(sides, loaded.Roles[loaded.Role(player)])
	}
	r := &rules[G, game.Move]{
		label: "What holds", width: board.width(), height: board.height(), sides: sides, start: start,
		name: func(_ G, m game.Move) string { return names[m] },
		path: func(_ G, m game.Move) []string {
			_, cells := board.cells(loaded.Text(m))
			return cells
		},
		place: func(_ G, m game.Move) (from, to svg.Point) {
			places, _ := board.cells(loaded.Text(m))
			if len(places) == 0 {
				return svg.At(-9, -9), svg.At(-9, -9) // outside the drawing
			}
			return places[0], places[len(places)-1]
		},
		draw: func(d *svg.Drawing, g G, _ []game.Move, _ int) { board.draw(d, slices.Collect(g.Holding)) },
		result: func(g G) string {
			switch outcome := g.Outcome(); {
			case len(sides) == 1:
				return fmt.Sprintf("the goal is %d", (outcome+100)/2)
			case outcome == 0:
				return "a draw"
			default:
				winner := g.ToMove()
				if outcome < 0 {
					winner = 1 - winner
				}
				return sides[winner] + " wins"
			}
		},
		options: mcts.Options[game.Move]{Scale: 100},
	}
	return r.begin()
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

// nameMoves gives each move a name that can be part of an address.
func nameMoves(loaded *game.Rules) map[game.Move]string {
	names := map[game.Move]string{}
	for role, moves := range loaded.Moves {
		taken := map[string]bool{} // names differ among the moves of one role
		for number, text := range moves {
			m := loaded.Move(role, int32(number))
			name := strings.Trim(notWord.ReplaceAllString(strings.ToLower(text), "-"), "-")
			if name == "" || len(name) > 20 || taken[name] {
				name = fmt.Sprintf("m%d", m)
			}
			names[m], taken[name] = name, true
		}
	}
	return names
}

// A factBoard draws the facts of one relation with two coordinates, such as (cell 3 1 red), on a board. It lists the
// others.
type factBoard struct {
	relation      string // empty without a board
	columns, rows int
}

// numbersIn returns the numbers in the words of a fact or a move.
func numbersIn(words []string) (all []int) {
	for _, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			all = append(all, n)
		}
	}
	return all
}

func fields(fact string) []string { return strings.Fields(strings.Trim(fact, "()")) }

// onBoard returns the coordinates and the content of a fact such as (cell 3 1 red).
func onBoard(fact string) (relation string, x, y int, what string, ok bool) {
	words := fields(fact)
	if len(words) != 4 || strings.LastIndexByte(fact, '(') > 0 {
		return "", 0, 0, "", false
	}
	at := numbersIn(words[1:3])
	if len(at) != 2 || min(at[0], at[1]) < 0 || max(at[0], at[1]) > 20 {
		return "", 0, 0, "", false
	}
	return words[0], at[0], at[1], words[3], true
}

// newFactBoard chooses the relation with the most facts that look like cells of a board.
func newFactBoard(loaded *game.Rules) *factBoard {
	found, counts := map[string]*factBoard{}, map[string]int{}
	best := new(factBoard)
	for _, fact := range loaded.Facts {
		relation, x, y, _, ok := onBoard(fact)
		if !ok {
			continue
		}
		b := found[relation]
		if b == nil {
			b = &factBoard{relation: relation}
			found[relation] = b
		}
		b.columns, b.rows = max(b.columns, x), max(b.rows, y)
		counts[relation]++
		if counts[relation] > counts[best.relation] {
			best = b
		}
	}
	return best
}

func (b *factBoard) width() float64  { return max(6, float64(b.columns)) + gridMargin }
func (b *factBoard) height() float64 { return float64(b.rows) + gridMargin + 2.2 }

// at returns the centre of a cell. Rows are counted from the bottom.
func (b *factBoard) at(x, y int) svg.Point {
	return svg.At(gridMargin+float64(x)-0.5, float64(b.rows-y)+0.5)
}

func (b *factBoard) has(x, y int) bool { return x >= 1 && y >= 1 && x <= b.columns && y <= b.rows }

// cells returns the cells that a move names: one, two, or a column. Other moves have none and are chosen from the list.
func (b *factBoard) cells(text string) (places []svg.Point, names []string) {
	at := numbersIn(fields(text))
	switch {
	case len(at) == 1:
		at = append(at, b.rows) // a column, at its top
	case len(at)%2 == 1 || len(at) > 4:
		return nil, nil
	}
	for ; len(at) >= 2; at = at[2:] {
		if !b.has(at[0], at[1]) {
			return nil, nil
		}
		places, names = append(places, b.at(at[0], at[1])), append(names, fmt.Sprintf("%d-%d", at[0], at[1]))
	}
	return places, names
}

func (b *factBoard) draw(d *svg.Drawing, facts []string) {
	content := map[[2]int]string{}
	var rest []string
	for _, fact := range facts {
		if relation, x, y, what, ok := onBoard(fact); ok && relation == b.relation {
			content[[2]int{x, y}] = what
		} else {
			rest = append(rest, strings.Trim(fact, "()"))
		}
	}
	for x := 1; x <= b.columns; x++ {
		d.Text("margin", svg.At(b.at(x, 1).X, float64(b.rows)+gridMargin/2), 0.3, fmt.Sprint(x))
	}
	for y := 1; y <= b.rows; y++ {
		d.Text("margin", svg.At(gridMargin/2, b.at(1, y).Y), 0.3, fmt.Sprint(y))
		for x := 1; x <= b.columns; x++ {
			what := content[[2]int{x, y}]
			at := b.at(x, y)
			label := what
			if label == "" {
				label = "empty"
			}
			d.Cell(fmt.Sprintf("%d-%d", x, y), fmt.Sprintf("%d %d: %s", x, y, label), func() {
				d.Rect("box", at.X-0.48, at.Y-0.48, 0.96, 0.96)
				if what != "" && what != "b" && what != "blank" && what != "empty" {
					d.Text("label", at, min(0.6, 1.5/float64(len(what))), what)
				}
			})
		}
	}
	slices.Sort(rest)
	line, y := "", float64(b.rows)+gridMargin+0.4
	for i, fact := range rest[:min(len(rest), mostGDLFacts)] {
		if line += fact; i < min(len(rest), mostGDLFacts)-1 {
			line += "; "
		}
		if len(line) > int(6*b.width()) {
			d.Text("margin", svg.At(b.width()/2, y), 0.26, line)
			line, y = "", y+0.36
		}
	}
	d.Text("margin", svg.At(b.width()/2, y), 0.26, line)
}
