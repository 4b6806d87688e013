package alphabeta

import (
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/variation"
)

// A path is the line of moves to the present position, with data of each position on it. A level is a number of moves
// from the start, a depth a number of moves to look ahead.
type path[M comparable] struct {
	game  ply.Game[M]
	level int // of the present position
	edge  int // the level at which a line ends, or continues on a fresh stack
	only  []M // the moves of the start that are searched, the best first; nil for all

	stack              []M // the moves of all positions on the path, in turn
	frames             []*frame[M]
	variation.Lines[M] // the best lines of the frames
}

type frame[M comparable] struct {
	line   variation.Line // the best line of the position
	value  int            // the value of line
	move   M              // last played there
	null   bool           // a null move was played there, and not taken back
	picker picker[M]      // of the moves
	static int            // the evaluation, in a selective search
	noisy  []M            // the noisy moves there, once listed
	listed bool           // the noisy moves are listed
}

func (p *path[M]) frame(level int) *frame[M] {
	for level >= len(p.frames) {
		p.frames = append(p.frames, new(frame[M]))
	}
	return p.frames[level]
}

// list puts the moves of the present position on the stack, and returns the start of them.
func (p *path[M]) list() (start int) {
	start = len(p.stack)
	if p.only != nil && p.level == 0 {
		p.stack = append(p.stack, p.only...)
	} else {
		p.stack = p.game.Moves(p.stack)
	}
	return start
}

func (p *path[M]) prefer(m M) {
	if at := slices.Index(p.only, m); at > 0 {
		p.only = slices.Insert(slices.Delete(p.only, at, at+1), 0, m)
	}
}

// Go limits stacks, so every freshSearch moves of a line are searched on a new goroutine. (A variable for the tests.)
var freshSearch = 1 << 14

func (p *path[M]) afresh(mostMoves int, search func()) {
	edge := p.edge
	p.edge = min(p.level+freshSearch, mostMoves)
	guard.FreshStack(search)
	p.edge = edge
}

func (p *path[M]) listNoisy(game Quiescer[M]) (start int) {
	start = len(p.stack)
	p.stack = game.NoisyMoves(p.stack)
	return start
}

// survey notes the evaluation of the position, whose noisy moves are not listed yet.
func (f *frame[M]) survey(static int) { f.static, f.listed = static, false }

// noisyMoves lists the noisy moves of the present position, once.
func (f *frame[M]) noisyMoves(game Quiescer[M]) []M {
	if !f.listed {
		f.noisy, f.listed = game.NoisyMoves(f.noisy[:0]), true
	}
	return f.noisy
}

func (p *path[M]) drop(moves int) { p.stack = p.stack[:moves] }

// improve makes m followed by rest the best line of the position at a level.
func (p *path[M]) improve(level int, m M, rest *variation.Line, value int) {
	here := p.frames[level]
	p.Begin(&here.line, m, rest)
	here.value = value
}

func (p *path[M]) play(here *frame[M], level int, m M) {
	here.move, p.level = m, level+1
	p.game.Play(m)
}

// note notes a move about to be played, for the error if the game panics.
func (p *path[M]) note(here *frame[M], level int, m M) {
	here.move, p.level = m, level+1
}

func (p *path[M]) undo(level int, m M, moves int) {
	p.game.Undo(m)
	p.level, p.stack = level, p.stack[:moves]
}

// takeBack is undo if no moves were listed after the move.
func (p *path[M]) takeBack(level int, m M) {
	p.game.Undo(m)
	p.level = level
}

func (p *path[M]) playNull(game ply.Passer, level int) bool {
	if !game.Pass() {
		return false
	}
	p.frames[level].null, p.level = true, level+1
	return true
}

func (p *path[M]) undoNull(game ply.Passer, level, moves int) {
	game.Unpass()
	p.frames[level].null = false
	p.level, p.stack = level, p.stack[:moves]
}
