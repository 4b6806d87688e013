package play

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/ply-search/ply/graph"
)

// A Game is a game that visitors of the site play against a search.
type Game struct {
	Name  string // the name in the address of the page
	Title string
	About string // the rules, in a sentence or two
	Sides []string
	Knows string // a sentence about the search
	Story string // the module in folder examples, such as "connectfour"

	// Package is the package of ply that contains the search.
	Package string

	// Demo is the Name of a demo of package watch that shows this kind of search, or empty.
	Demo string

	// Start begins a game in its initial position.
	Start func() (Session, error)
}

// A Session is a game in progress. It must be used by one goroutine at a time.
type Session interface {
	// Position returns the position as a side sees it. A negative viewer sees everything. The sides see different
	// positions only in games of hidden information.
	Position(viewer int) Position

	// Replay goes back to the start of the game and plays the named moves, which include moves of chance. If a move is
	// illegal, Replay stops before it and returns an error that contains its name. If chance is to move after the last
	// move, Replay also plays random moves of chance.
	Replay(names []string) error

	// Play plays the legal move with this name, and then the moves of chance that follow, at random.
	Play(name string) error

	// Undo takes back the last move of a player, with the moves of chance after it.
	Undo() error

	// Think searches for a move until ctx ends or the time limit is reached, and returns the result. During the search
	// it calls report about forty times a second.
	Think(ctx context.Context, limit time.Duration, report func(Thought)) (Thought, error)

	// Tree reads a tree of the present position. [mcts.Tree.Save] must have written it, from a tree with the zero value
	// of [mcts.Options]. Tree returns the lines of at most depth moves in which each move has at least the given number
	// of visits. If there are too many such lines, it returns the most visited lines.
	Tree(saved io.Reader, depth, visits int) (*graph.Graph, error)
}

// ErrIllegal is wrapped by the error if a move is not legal.
var ErrIllegal = errors.New("there is no such move")

// A Position describes a position to the page.
type Position struct {
	Board    string   `json:"board"` // SVG
	Moves    []Move   `json:"moves"`
	Played   []string `json:"played"` // names of the moves played, with the moves of chance
	ToMove   int      `json:"toMove"`
	Sides    []string `json:"sides"`
	Finished bool     `json:"finished"`
	Said     string   `json:"said"`   // the side to move, or the result
	Hidden   bool     `json:"hidden"` // whether the moves are hidden from the viewer until the game is over
}

// A Move is a legal move. Path contains the names of the cells that a player clicks, one after the other, to play it.
type Move struct {
	Name string   `json:"name"`
	Path []string `json:"path"`
}

// A Thought is the result of a search of a position, complete or in progress.
type Thought struct {
	Best     string    `json:"best"`
	Value    string    `json:"value"`  // the value for the side to move
	Proven   string    `json:"proven"` // the proven result, such as "win in 7", or empty
	Line     []string  `json:"line"`
	Depth    int       `json:"depth"`
	Searched int       `json:"searched"` // the number of simulations or nodes
	Unit     string    `json:"unit"`     // the unit of Searched: simulations or nodes
	Rate     float64   `json:"rate"`     // Searched per second
	Opinions []Opinion `json:"opinions"` // best moves first
	Depths   []Depth   `json:"depths"`   // completed depths, the last one first
	Hints    string    `json:"hints"`    // marks on the board, as SVG
}

// A Depth is the result of a search to one depth.
type Depth struct {
	Depth int    `json:"depth"`
	Move  string `json:"move"`  // best move
	Value string `json:"value"` // for the side to move
	Nodes int    `json:"nodes"`
}

// An Opinion is the value of one move, as found by a search.
type Opinion struct {
	Move   string  `json:"move"`
	Visits int     `json:"visits"`
	Mean   float64 `json:"mean"`   // the mean result of the move, from 0 (loss) to 1 (win)
	Proven string  `json:"proven"` // the proven result, such as "win in 7", or empty
}
