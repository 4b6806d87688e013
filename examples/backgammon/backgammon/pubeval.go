package backgammon

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// A Pubeval is a benchmark for programs that play backgammon: a linear evaluation, which chooses plays at an
// intermediate level (Tesauro, "FTPable benchmark evaluation function", rec.games.backgammon, 11 February 1993). Its
// weights are not part of this module.
type Pubeval struct {
	race, contact [pubevalInputs]float64
}

// Inputs of Pubeval: five for each point, and two more.
const (
	pubevalPoint  = 5
	pubevalBar    = 24 * pubevalPoint
	pubevalOff    = pubevalBar + 1
	pubevalInputs = pubevalOff + 1
)

// ReadPubeval reads the weights from the two files of Tesauro in a folder, WT.race for races and WT.cntc for other
// positions. Each contains 122 numbers with white space between them.
func ReadPubeval(dir string) (*Pubeval, error) {
	w := new(Pubeval)
	for name, weights := range map[string]*[pubevalInputs]float64{"WT.race": &w.race, "WT.cntc": &w.contact} {
		if err := readWeights(filepath.Join(dir, name), weights[:]); err != nil {
			return nil, fmt.Errorf("backgammon: weights of pubeval: %w", err)
		}
	}
	return w, nil
}

func readWeights(file string, weights []float64) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	words := bufio.NewScanner(io.LimitReader(f, 1<<20))
	words.Split(bufio.ScanWords)
	n := 0
	for ; words.Scan(); n++ {
		x, err := strconv.ParseFloat(words.Text(), 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 {
			return fmt.Errorf("%s: %.20q is no weight", file, words.Text())
		}
		if n < len(weights) {
			weights[n] = x
		}
	}
	if err := words.Err(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if n != len(weights) {
		return fmt.Errorf("%s: %d numbers, want %d", file, n, len(weights))
	}
	return nil
}

// Evaluator returns an evaluator for a search of g to a depth of one play ([expectimax.Options].Evaluator). Values are
// on no scale and in no range. All plays of a race are evaluated by the weights for races, and all plays of another
// position by the others, even if they lead to a race.
func (w *Pubeval) Evaluator(g ply.AdversarialGame[Move]) expectimax.Evaluator {
	e := &pubevalEvaluator{g.(*Game), &w.contact}
	if e.game.now.passed() {
		e.weights = &w.race
	}
	return e
}

type pubevalEvaluator struct {
	game    *Game
	weights *[pubevalInputs]float64
}

// Expectation returns the value of the position for the side that has played last, with the sign for the side that it
// is for.
func (e *pubevalEvaluator) Expectation() float64 {
	p := &e.game.now
	us := 1 - int(p.side)
	value := 99999999.
	if !p.finished() {
		value = p.pubeval(us, e.weights)
	}
	if us == 1 || e.game.ToMove() != ply.Chance {
		return -value
	}
	return value
}

// pubeval returns the weighted sum of the inputs for a side. Each of the points from 24 to 1 has five inputs: whether
// there is one checker of the other side, exactly one checker of the side, two or more, exactly three; and half the
// number of checkers above three. The last two inputs are half the number of checkers of the other side on the bar, and
// the part of the checkers of the side that are borne off.
func (p *position) pubeval(us int, weights *[pubevalInputs]float64) float64 {
	sum := 0.0
	for i := range 24 {
		point := 24 - i
		at := weights[i*pubevalPoint:]
		switch n := p.checkers[us][point]; {
		case n == 0 && p.checkers[1-us][Bar-point] == 1:
			sum += at[0]
		case n == 1:
			sum += at[1]
		case n == 3:
			sum += at[2] + at[3]
		case n >= 2:
			sum += at[2] + at[4]*float64(max(n-3, 0))/2
		}
	}
	sum += weights[pubevalBar] * float64(p.checkers[1-us][Bar]) / 2
	return sum + weights[pubevalOff]*float64(p.checkers[us][Off])/Checkers
}
