package play

import (
	"context"
	"errors"
	"time"
)

// A Game is one of those that the page offers.
type Game struct {
	Name  string // in the address
	Title string
	About string // a sentence or two: how it is played
	Sides []string
	Knows string // a sentence about the search
	Story string // module of the example, such as "connectfour"

	// Package is that of the search.
	Package string

	// Demo is the page on which such a search can be watched, or empty.
	Demo string

	Start func() (Session, error)
}

// A Session is a game that goes on. It is used by one goroutine.
type Session interface {
	// Position returns what the page shows to a side, or to one that sees everything if viewer is negative. It makes a
	// difference in games that hide something only.
	Position(viewer int) Position

	// Replay plays moves by their names from the start of the game, those of chance included, up to the first that is not
	// legal, and then what chance does. The error tells of that move.
	Replay(names []string) error

	// Play plays a legal move by its name, and what chance does after it.
	Play(name string) error

	// Undo takes back the last move of a player, and what chance did after it.
	Undo() error

	// Think searches for a move until ctx ends or the time is over, and calls report from time to time. The last
	// result is returned, too.
	Think(ctx context.Context, limit time.Duration, report func(Thought)) (Thought, error)
}

// ErrIllegal is the error of a move that is not legal.
var ErrIllegal = errors.New("there is no such move")

// A Position is what the page shows of a game.
type Position struct {
	Board    string   `json:"board"` // SVG
	Moves    []Move   `json:"moves"`
	Played   []string `json:"played"` // names of the moves up to now, chance included
	ToMove   int      `json:"toMove"`
	Sides    []string `json:"sides"`
	Finished bool     `json:"finished"`
	Said     string   `json:"said"`   // who is to move, or how the game ended
	Hidden   bool     `json:"hidden"` // moves must not be told to the viewer, until the game is over
}

// A Move is a legal move: its name, and the cells that a player chooses one after the other to play it.
type Move struct {
	Name string   `json:"name"`
	Path []string `json:"path"`
}

// A Thought is what a search thinks of a position.
type Thought struct {
	Best     string    `json:"best"`
	Value    string    `json:"value"`  // for the side to move
	Proven   string    `json:"proven"` // such as "win in 7 plies", or empty
	Line     []string  `json:"line"`
	Depth    int       `json:"depth"`
	Searched int       `json:"searched"` // simulations or nodes
	Unit     string    `json:"unit"`     // of Searched
	Rate     float64   `json:"rate"`     // Searched a second
	Opinions []Opinion `json:"opinions"` // of moves, best first
	Depths   []Depth   `json:"depths"`   // that a search by depth has finished, the last one first
	Hints    string    `json:"hints"`    // SVG to lay over the board
}

// A Depth is what a search found that looks ahead a number of moves.
type Depth struct {
	Depth int    `json:"depth"`
	Move  string `json:"move"`  // the best one
	Value string `json:"value"` // for the side to move
	Nodes int    `json:"nodes"`
}

// An Opinion is what a search thinks of a move.
type Opinion struct {
	Move   string  `json:"move"`
	Visits int     `json:"visits"`
	Mean   float64 `json:"mean"`
	Proven string  `json:"proven"`
}
