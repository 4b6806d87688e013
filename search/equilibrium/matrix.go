package equilibrium

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// tolerance is the greatest error of the results of [Matrix], as a fraction of the difference between the greatest and
// the least payoff.
const tolerance = 1e-7

// Matrix solves a zero-sum game of two players in which each player chooses once, at the same time as the other.
// payoffs[r][c] is the payoff of the first player, who chooses row r, if the second player chooses column c. Matrix
// solves the linear program of Dantzig ("A Proof of the Equivalence of the Programming Problem and the Game Problem",
// 1951) by the simplex method with the rule of Bland (1977), which always terminates. The time is about cubic in the
// number of rows and columns.
//
// Matrix returns the value for the first player, and the probabilities of rows and columns in an equilibrium. There may
// be other equilibria, with the same value. Matrix checks its result: with each of the two strategies, a player is sure
// to get the value of the game minus at most 1e-7 of the difference between the greatest and the least payoff.
//
// Matrix returns an error if there are no payoffs, if rows differ in length, if a payoff is not finite, or if rounding
// errors are greater than that.
func Matrix(payoffs [][]float64) (value float64, row, column []float64, err error) {
	if len(payoffs) == 0 || len(payoffs[0]) == 0 {
		return 0, nil, nil, errors.New("equilibrium: no payoffs")
	}
	rows, columns := len(payoffs), len(payoffs[0])
	low, high := math.Inf(1), math.Inf(-1)
	for r, line := range payoffs {
		if len(line) != columns {
			return 0, nil, nil, fmt.Errorf("equilibrium: row %d has %d payoffs, want %d as in the first row", r, len(line), columns)
		}
		for c, x := range line {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return 0, nil, nil, fmt.Errorf("equilibrium: the payoff of row %d and column %d is %v, want a finite number", r, c, x)
			}
			low, high = min(low, x), max(high, x)
		}
	}
	if r, c, ok := saddle(payoffs); ok {
		row, column = make([]float64, rows), make([]float64, columns)
		row[r], column[c] = 1, 1
		return payoffs[r][c], row, column, nil
	}
	scale := high - low
	row, column, ok := program(rows, columns, func(r, c int) float64 { return 1 + (payoffs[r][c]-low)/scale })
	if !ok {
		return 0, nil, nil, fmt.Errorf("equilibrium: rounding keeps the simplex method from ending, for %d rows and %d columns", rows, columns)
	}
	value, err = checked(payoffs, row, column, tolerance*scale)
	return value, row, column, err
}

func saddle(payoffs [][]float64) (row, column int, ok bool) {
	least := make([]float64, len(payoffs)) // of rows
	for r, row := range payoffs {
		least[r] = row[0]
		for _, x := range row {
			least[r] = min(least[r], x)
		}
	}
	for c := range payoffs[0] {
		most := payoffs[0][c]
		for _, row := range payoffs {
			most = max(most, row[c])
		}
		for r, row := range payoffs {
			if row[c] == least[r] && row[c] == most {
				return r, c, true
			}
		}
	}
	return 0, 0, false
}

// program returns the best probabilities of rows and columns, for payoffs from 1 to 2. It finds non-negative numbers
// for the columns with the greatest sum for which no row is worth more than 1: the sum is 1 divided by the value, and
// the numbers are proportional to the probabilities. The rows' numbers are the prices of the rows' bounds.
func program(rows, columns int, payoff func(r, c int) float64) (row, column []float64, ok bool) {
	const zero = 1e-11
	// The tableau has a line for each row, and one for the sum. Its columns are the game's, slacks for rows, and the
	// bounds.
	width := columns + rows + 1
	tableau := make([][]float64, rows+1)
	basis := make([]int, rows) // the column of the tableau that each line solves for
	for r := range tableau {
		tableau[r] = make([]float64, width)
		for c := range columns {
			if tableau[r][c] = -1; r < rows {
				tableau[r][c] = payoff(r, c)
			}
		}
		if r < rows {
			tableau[r][columns+r], tableau[r][width-1], basis[r] = 1, 1, columns+r
		}
	}
	sum := tableau[rows]
	for pivots := 0; ; pivots++ {
		enter := slices.IndexFunc(sum[:width-1], func(x float64) bool { return x < -zero })
		if enter < 0 {
			break
		}
		leave, least := -1, 0.0
		for r := range rows {
			if tableau[r][enter] <= zero {
				continue
			}
			ratio := tableau[r][width-1] / tableau[r][enter]
			if leave < 0 || ratio < least || ratio == least && basis[r] < basis[leave] {
				leave, least = r, ratio
			}
		}
		if leave < 0 || pivots > 1000*(rows+columns) {
			return nil, nil, false
		}
		pivot(tableau, leave, enter)
		basis[leave] = enter
	}
	row, column = slices.Clone(sum[columns:columns+rows]), make([]float64, columns)
	for r, c := range basis {
		if c < columns {
			column[c] = tableau[r][width-1]
		}
	}
	return shares(row), shares(column), true
}

func pivot(tableau [][]float64, line, column int) {
	own := tableau[line]
	by := own[column]
	for c := range own {
		own[c] /= by
	}
	for r, other := range tableau {
		if factor := other[column]; r != line && factor != 0 {
			for c := range other {
				other[c] -= factor * own[c]
			}
			other[column] = 0
		}
	}
}

func shares(y []float64) []float64 {
	sum := 0.0
	for i, x := range y {
		y[i] = max(0, x)
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return y
}

// checked returns the value of probabilities, or an error if a player can gain more than the tolerance.
func checked(payoffs [][]float64, row, column []float64, tolerance float64) (float64, error) {
	best, worst := math.Inf(-1), math.Inf(1)
	for _, p := range payoffs {
		sum := 0.0
		for c, x := range p {
			sum += column[c] * x
		}
		best = max(best, sum)
	}
	for c := range payoffs[0] {
		sum := 0.0
		for r := range payoffs {
			sum += row[r] * payoffs[r][c]
		}
		worst = min(worst, sum)
	}
	if !(best-worst <= tolerance) {
		return 0, fmt.Errorf("equilibrium: the value is between %v and %v: rounding keeps it from being certain", worst, best)
	}
	return (best + worst) / 2, nil
}
