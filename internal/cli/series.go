package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

// A Series holds the flags shared by commands that play matches.
type Series struct {
	Games   int
	Workers int
	Seed    uint64
}

// Flags defines the flags -games, -workers and -seed.
func (s *Series) Flags(flags *flag.FlagSet, games, most int) {
	Number(flags, &s.Games, "games", games, 2, most, "even `number` of games")
	Number(flags, &s.Workers, "workers", 0, 0, MaxWorkers, "`number` of games at a time (0: as many as processors)")
	Seed(flags, &s.Seed, "all that is random")
}

// Check returns an error if the number of games is odd.
func (s *Series) Check() error { return Even("games", s.Games) }

// Options returns the options of a match with these flags. The match updates bar, in which before games are already
// counted.
func (s *Series) Options(bar *Progress, before int) arena.Options {
	return arena.Options{
		Games:    s.Games,
		Random:   rand.NewPCG(s.Seed, 0),
		Workers:  Workers(s.Workers),
		Progress: func(r arena.Result) { bar.Set(before + r.Games()) },
	}
}

// Forfeits returns a function for [arena.Options] that writes the forfeited games of a match between a and b.
func Forfeits(out io.Writer, a, b string) func(arena.Forfeit) {
	return func(f arena.Forfeit) {
		fmt.Fprintf(out, "in game %d %s loses: %v\n", f.Game+1, [...]string{a, b}[f.Player], f.Err)
	}
}

// Match plays a match with the flags s and a progress bar. opt holds the options that s does not set.
func Match[G ply.AdversarialGame[M], M comparable](
	ctx context.Context, s *Series, opening func(int, *rand.Rand) (G, error), a, b func() arena.Player[G, M], opt arena.Options,
) (arena.Result, error) {
	bar := NewProgress(s.Games, "games")
	defer bar.Close()
	own := s.Options(bar, 0)
	opt.Games, opt.Random, opt.Workers, opt.Progress = own.Games, own.Random, own.Workers, own.Progress
	return arena.Match(ctx, opening, a, b, opt)
}

// Searching returns a function that makes players. A player plays an only move at once, and otherwise the move that search returns.
func Searching[G ply.Game[M], M comparable](search func(ctx context.Context, g G, random *rand.Rand) (M, error)) func() arena.Player[G, M] {
	return func() arena.Player[G, M] {
		return func(ctx context.Context, g G, random *rand.Rand) (M, error) {
			if moves := g.Moves(nil); len(moves) == 1 {
				return moves[0], nil
			}
			return search(ctx, g, random)
		}
	}
}

// A Matched is the JSON output of a match.
type Matched struct {
	A        string     `json:"a"`
	B        string     `json:"b"`
	Games    int        `json:"games"`
	Wins     int        `json:"wins"` // of a
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Rate     float64    `json:"rate"` // of a per game: 1 for a win, ½ for a draw
	Low      float64    `json:"low"`  // end of the 95 % interval of the rate
	High     float64    `json:"high"`
	Interval [2]float64 `json:"interval"` // Low and High
	Moves    int        `json:"moves"`
	Seconds  float64    `json:"seconds"`
	Elo      float64    `json:"elo"` // difference, from -9999 to 9999

	// Superiority is the probability that a is the better player, given the games.
	Superiority float64 `json:"superiority"`

	*Points
}

// Points are the fields of a [Matched] for the mean outcome. Without an evaluation of luck, nothing is adjusted.
type Points struct {
	Points           float64     `json:"points"` // of a per game
	PointsInterval   [2]float64  `json:"points_interval"`
	Adjusted         *float64    `json:"adjusted,omitempty"`
	AdjustedInterval *[2]float64 `json:"adjusted_interval,omitempty"`
}

// NewPoints returns the points of the first player in a match.
func NewPoints(r *arena.Result) *Points {
	p := &Points{Points: r.Points.Mean, PointsInterval: bounds(r.Points)}
	if r.Adjusted.Count > 0 {
		adjusted := bounds(r.Adjusted)
		p.Adjusted, p.AdjustedInterval = &r.Adjusted.Mean, &adjusted
	}
	return p
}

// bounds returns a 95 % interval; JSON has no infinity.
func bounds(s arena.Sample) [2]float64 {
	low, high := s.Interval(0.95)
	return [2]float64{max(low, -ply.MaxValue), min(high, ply.MaxValue)}
}

// WritePoints writes the points of the first player in a match as text.
func WritePoints(out io.Writer, r *arena.Result) error {
	text := fmt.Sprintf("points  %v\n", r.Points)
	if r.Adjusted.Count > 0 {
		text += fmt.Sprintf("        %v, adjusted for luck\n", r.Adjusted)
	}
	_, err := io.WriteString(out, text)
	return err
}

// NewMatched returns the JSON output of a match of a against b.
func NewMatched(a, b string, r *arena.Result) Matched {
	low, high := r.Interval(0.95)
	elo, _, _ := r.Elo(0.95)
	return Matched{a, b, r.Games(), r.Wins, r.Draws, r.Losses, r.Rate(), low, high, [2]float64{low, high}, r.Moves, r.Elapsed.Seconds(),
		max(-9999, min(9999, elo)), r.Superiority(), nil}
}

// WriteMatch writes the result of a match as text: the title, the score, the difference in Elo points, and the number
// and length of the games.
func WriteMatch(out io.Writer, title string, r *arena.Result) error {
	elo, low, high := r.Elo(0.95)
	_, err := fmt.Fprintf(out, "%s\nscore   %v\nElo     %.0f (95 %%: %.0f to %.0f)\ngames   %d, with %.1f moves on average, %.1f s\n",
		title, r.Score, elo, low, high, r.Games(), float64(r.Moves)/float64(max(r.Games(), 1)), r.Elapsed.Seconds())
	return err
}
