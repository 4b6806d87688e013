package alphabeta

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/variation"
)

// A negamax searches a game of two sides depth first. Every value is that for the side to move. All searches but Minimax
// are passes of it with different windows, one after another.
//
// After the setup (setup.go), root.go, stopping.go and assumptions.go alone change root, control and assumed. at is set by play,
// undo and their like, and by searchNull for an Advancer. Parts are values, so that none costs an indirection.
type negamax[M comparable] struct {
	rules[M]     // what is searched, and how
	plan[M]      // the short cuts that rules allow
	memory[M]    // the table, and how it is used
	independence // of the line, if repetitions count
	orderer[M]   // the path from the start, and the order of moves
	stats        stats
	root         root[M]     // what was found of the start
	assumed      assumptions // that the values found rest on
	control      control     // when to stop
	worker       *worker[M]  // of a team; nil for a search alone
}

// rules are what the options ask for and the game offers. They are written by newNegamax and run alone.
type rules[M comparable] struct {
	game      ply.Game[M]
	sides     ply.Adversarial
	evaluator ply.Evaluator

	// The capabilities that the options need; nil if they do not.
	bounder  ply.Bounder
	quiescer Quiescer[M]
	passer   ply.Passer
	extender Extender[M]
	repeater ply.Repeater
	hasher   ply.Hasher // if there is a table or repetitions are found by it

	scale                  // of all values
	lowest, highest int    // the window of the whole search
	lastDepth       int    // of a search that deepens; 0 if it is without a limit
	scout           bool   // search moves but the first with a null window
	quiescence      int    // the most noisy moves in a row
	nullMove        int    // the reduction
	verify          bool   // null moves
	width           [2]int // the most moves of each side
	narrow          bool   // one of them is limited
	repetitions     bool
	byHash          bool // repetitions are found by hash
	mostMoves       int  // in a line
}

// A plan is the consequence of the rules for each position, computed once. It is written by newNegamax alone.
type plan[M comparable] struct {
	evaluates bool // a position at the end of the depth is evaluated and nothing else
	whole     bool // no part of the tree is left out that a deeper search would not look at either

	// What evaluator is, if it is one and nothing else is asked of a position one move before the end of the depth.
	successors  fast.SuccessorEvaluator[M]
	lastTwo     bool             // whether searchTwo may search positions two moves before the end of the depth
	lean        bool             // searchNull may search positions with a null window
	nullFrom    int              // the least depth of positions that searchNull searches
	advancer    fast.Advancer[M] // the game, if it is one and the search is lean
	advanceFrom int              // the least depth of positions after whose moves others are listed

	tableFrom, orderFrom, enhancedFrom int // the least depths of what Options says
}

// A path is where the game is, and what is kept of each position on the way there. play, undo and their like set where that is.
type path[M comparable] struct {
	at   int // how many moves the game is away from the start
	edge int // the distance from the start where a line ends by mostMoves or goes on with a fresh stack

	stack              []M // the moves of all positions on the line, those of the last at the end
	levels             []*level[M]
	variation.Lines[M] // the best lines of the levels
}

// A level is the data kept for a number of moves from the start.
type level[M comparable] struct {
	line    variation.Line // the best line of the position there
	value   int            // of that line
	move    M              // last played there
	moved   bool           // by a move, not by a null move
	here    lineage        // where it is, if repetitions count
	killers [2]M           // the last one first
	known   int            // killers
	picker  picker         // of the moves
}

// level returns the data kept for the distance at from the start.
func (p *path[M]) level(at int) *level[M] {
	for at >= len(p.levels) {
		p.levels = append(p.levels, new(level[M]))
	}
	return p.levels[at]
}

// improve makes a move, and then the line rest, the best line of the position at moves from the start.
func (p *path[M]) improve(at int, m M, rest *variation.Line, value int) {
	here := p.levels[at]
	p.Begin(&here.line, m, rest)
	here.value = value
}

// play plays a move in the position at moves from the start, which here is the level of.
func (s *negamax[M]) play(here *level[M], at int, m M) {
	here.move, here.moved, s.at = m, true, at+1
	s.game.Play(m)
}

// undo takes back a move of the position at moves from the start, and the moves listed after the first moves of the stack.
func (s *negamax[M]) undo(at int, m M, moves int) {
	s.game.Undo(m)
	s.at, s.stack = at, s.stack[:moves]
}

// takeBack is undo where no moves were listed behind the move.
func (s *negamax[M]) takeBack(at int, m M) {
	s.game.Undo(m)
	s.at = at
}

// playNull plays a null move, if the game allows one.
func (s *negamax[M]) playNull(at int) bool {
	if !s.passer.Pass() {
		return false
	}
	s.levels[at].moved, s.at = false, at+1
	return true
}

// undoNull is undo of a null move.
func (s *negamax[M]) undoNull(at, moves int) {
	s.passer.Unpass()
	s.at, s.stack = at, s.stack[:moves]
}

const (
	mostDepth    = 250     // greatest Depth
	deepest      = 253     // of a bounded search with extensions
	withoutBound = 1 << 30 // the depth of a search to the end of the game
	mostExtended = 1000    // moves in a line with extensions
	mostQuiet    = 1000    // moves beyond the depth
)
