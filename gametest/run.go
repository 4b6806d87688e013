package gametest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A run plays lines of one game and checks the laws on them. Its fields determine the lines.
type run struct {
	maker
	random  *rand.Rand
	opt     Options
	ignored map[string]bool // the laws not to check
	race    bool            // play on a game and its clone at a time
	full    bool            // look at all moves, not at samples, and at each position as if the line ended there
	surveys bool            // look at the game as a whole where a line starts
	effort  float64         // the share of the moves that a survey plays usually

	exercises *exercises // nil for none
	views     *views     // of this game; nil before the first use
	deep      *deep      // the solutions found; nil before the first use

	lines    [][]move  // those drawn
	deadline time.Time // of the present part of the search for the shortest line

	checking *law   // the law that a panic breaks
	at       []move // the line to where the game is then
}

// A failure is a finding and the line on which a check made it.
type failure struct {
	finding
	walked []move
}

const mostMoves = 32

func (r *run) gameAfter(line []move) *subject {
	g := r.newGame()
	for _, m := range line {
		g.Play(m)
	}
	return g
}

func (r *run) playRandom(g *subject, most int) (line []move) {
	for len(line) < most {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		line = append(line, moves[r.random.IntN(len(moves))])
		g.Play(line[len(line)-1])
	}
	return line
}

func takeBack(g *subject, line []move) {
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
}

// sample returns some moves in order, or all in a full run.
func (r *run) sample(moves []move) []move {
	most := r.opt.Width
	if r.full {
		most = mostMoves
	}
	if len(moves) <= most {
		return moves
	}
	picks := r.random.Perm(len(moves))[:most]
	slices.Sort(picks)
	some := make([]move, most)
	for i, pick := range picks {
		some[i] = moves[pick]
	}
	return some
}

// seldom reports whether to make an expensive check: always in a full run, otherwise with probability 1/20.
//
//go:noinline
func (r *run) seldom() bool { return r.full || r.random.IntN(20) == 0 }

func (r *run) laws() []*law {
	return slices.DeleteFunc(laws(r.opt.Laws...), func(l *law) bool { return r.ignored[l.name] })
}

// find plays random lines and checks all laws on them. It returns the first failure, or nil. Every other line plays
// the moves of the previous one in another order, if they are legal, to meet the same positions.
func (r *run) find() *failure {
	all := begun(r.laws()...)
	// If new games differ, nothing else can be checked.
	r.lines = [][]move{nil}
	if f, _ := r.lookAt(begun(&sameStart), nil); f != nil {
		return f
	}
	r.lines = nil
	for i := range r.opt.Lines {
		if i%2 == 0 {
			r.lines = append(r.lines, r.line(nil))
		} else {
			r.lines = append(r.lines, r.line(r.lines[i-1]))
		}
	}
	for i, line := range r.lines {
		// Positions before the lines part have been checked.
		from := 0
		for i > 0 && from < min(len(line), len(r.lines[i-1])) && line[from] == r.lines[i-1][from] {
			from++
		}
		if f := r.walk(line, from, all.check); f != nil {
			return f
		}
	}
	return nil
}

// survey checks the game as a whole, and positions near its solutions, the same in every run. It returns the first failure.
func (r *run) survey() *failure {
	r.surveys, r.random = true, surveyChance()
	all := begun(r.laws()...)
	if f := r.walk(nil, 0, all.check); f != nil {
		return f
	}
	const (
		near  = 12 // moves before a solution
		width = 16 // moves tried there
	)
	usual := r.opt.Width
	r.opt.Width = max(usual, width)
	defer func() { r.opt.Width = usual }()
	for _, line := range r.deepLines() {
		r.lines = append(r.lines, line)
		if f := r.walk(line, max(0, len(line)-near), all.check); f != nil {
			return f
		}
	}
	return nil
}

// line draws a line, of the given moves as long as one is legal. If the game panics, it ends with the move being played.
func (r *run) line(of []move) (line []move) {
	defer func() { _ = recover() }() // for walk to meet again and to report
	g := r.newGame()
	of = slices.Clone(of)
	for len(line) < r.opt.Length {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[r.random.IntN(len(moves))]
		for _, i := range r.random.Perm(len(of)) {
			if slices.Contains(moves, of[i]) {
				m = of[i]
				of = slices.Delete(of, i, i+1)
				break
			}
		}
		line = append(line, m)
		g.Play(m)
	}
	return line
}

// walk plays a line on a new game and calls look in its positions from number from on. It returns a finding or panic.
func (r *run) walk(line []move, from int, look check) (failed *failure) {
	r.checking, r.at = &replay, nil
	var walked []move
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		f, ok := value.(*finding)
		if !ok {
			f = &finding{line: slices.Clone(r.at), want: "no panic", got: fmt.Sprintf("panic: %v%s", value, origin())}
		}
		f.law = r.checking
		failed = &failure{*f, slices.Clone(walked)}
	}()
	g := r.newGame()
	for i := 0; ; i++ {
		moves := g.Moves(nil)
		if i >= from {
			look(r.place(g, line[:i], moves, i == len(line)))
		}
		if i == len(line) {
			return nil
		}
		if !slices.Contains(moves, line[i]) {
			r.checking = &replay
			failAt(line[:i], "", fmt.Sprintf("move %v to be legal, as when the line was first played", line[i]), fmt.Sprintf("moves %v", moves))
		}
		walked = line[:i+1]
		r.checking, r.at = &replay, walked
		g.Play(line[i])
	}
}

// origin returns the stack of the recovered panic, innermost function first, up to this package.
func origin() string {
	const most = 8
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	var lines []string
	for len(lines) < most {
		f, more := frames.Next()
		own := strings.HasPrefix(f.Function, "github.com/ply-search/ply/gametest.")
		if own && !strings.HasSuffix(f.File, "_test.go") {
			break
		}
		if !strings.HasPrefix(f.Function, "runtime.") {
			lines = append(lines, fmt.Sprintf("\n%s:%d in %s", f.File, f.Line, f.Function))
		}
		if !more {
			break
		}
	}
	return strings.Join(lines, "")
}
