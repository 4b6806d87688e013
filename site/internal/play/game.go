package play

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/ply-search/ply/graph"
)

// A Game is a game of the page.
type Game struct {
	Name  string // in the address
	Title string
	About string // how it is played, in a sentence or two
	Sides []string
	Knows string // a sentence about the search
	Story string // module of the example, such as "connectfour"

	// Package is the package of ply that has the search.
	Package string

	// Demo is the name of a demo of such a search, or empty.
	Demo string

	Start func() (Session, error)
}

// A Session is a running game. It must be used by one goroutine at a time.
type Session interface {
	// Position returns the view of a side. A negative viewer sees everything. The views differ only in games of hidden
	// information.
	Position(viewer int) Position

	// Replay plays moves by name from the start of the game, moves of chance included, up to the first illegal one,
	// which the error names. Then chance moves.
	Replay(names []string) error

	// Play plays a legal move by name, and the moves of chance that follow.
	Play(name string) error

	// Undo takes back the last move of a player and the moves of chance after it.
	Undo() error

	// Think searches for a move until ctx ends or the time is over. It calls report regularly and returns the final
	// result.
	Think(ctx context.Context, limit time.Duration, report func(Thought)) (Thought, error)

	// Tree reads a tree of the present position that an [mcts.Tree] with the zero value of its options has saved. It
	// returns the lines of at most depth moves, whose moves have at least this number of visits: the most visited ones
	// if there are many.
	Tree(saved io.Reader, depth, visits int) (*graph.Graph, error)
}

// ErrIllegal reports an illegal move.
var ErrIllegal = errors.New("there is no such move")

// A Position is the page's description of a position.
type Position struct {
	Board    string   `json:"board"` // SVG
	Moves    []Move   `json:"moves"`
	Played   []string `json:"played"` // names of the moves played, chance included
	ToMove   int      `json:"toMove"`
	Sides    []string `json:"sides"`
	Finished bool     `json:"finished"`
	Said     string   `json:"said"`   // the side to move, or the result
	Hidden   bool     `json:"hidden"` // the viewer must not see the moves until the game is over
}

// A Move is a legal move: its name, and the cells that a player clicks in turn to play it.
type Move struct {
	Name string   `json:"name"`
	Path []string `json:"path"`
}

// A Thought is the evaluation of a position by a search.
type Thought struct {
	Best     string    `json:"best"`
	Value    string    `json:"value"`  // for the side to move
	Proven   string    `json:"proven"` // such as "win in 7 plies", or empty
	Line     []string  `json:"line"`
	Depth    int       `json:"depth"`
	Searched int       `json:"searched"` // simulations or nodes
	Unit     string    `json:"unit"`     // of Searched
	Rate     float64   `json:"rate"`     // Searched per second
	Opinions []Opinion `json:"opinions"` // best moves first
	Depths   []Depth   `json:"depths"`   // completed depths, last one first
	Hints    string    `json:"hints"`    // SVG overlay of the board
}

// A Depth is the result of a search to one depth.
type Depth struct {
	Depth int    `json:"depth"`
	Move  string `json:"move"`  // best move
	Value string `json:"value"` // for the side to move
	Nodes int    `json:"nodes"`
}

// An Opinion is the evaluation of a move by a search.
type Opinion struct {
	Move   string  `json:"move"`
	Visits int     `json:"visits"`
	Mean   float64 `json:"mean"`
	Proven string  `json:"proven"`
}
