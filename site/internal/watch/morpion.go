package watch

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/site/internal/svg"
)

func adaptation() Demo {
	return Demo{
		Name:  "nested-rollout-policy-adaptation",
		Title: "Nested rollout policy adaptation",
		Short: "A pencil puzzle with famous records: the search learns from its best games.",
		About: "In Morpion solitaire you draw as many lines as possible through five points in a row, one of which may be new. The search " +
			"plays at random and learns from its best game which moves to prefer, on several levels. Each frame shows a new best game. " +
			"This algorithm found the record of 178 moves. The record by hand is 170.",
		Paper:   "Rosin, “Nested rollout policy adaptation for Monte Carlo tree search”, 2011.",
		Package: "montecarlo",
		Settings: []Setting{
			{"seed", "Seed", 0, 999, 1},
			{"level", "Level", 1, 3, 2},
			{"iterations", "Iterations of each level", 5, 30, 30},
		},
		Function: "adapt",
		Run:      watchMorpion,
	}
}

// adapt runs nested rollout policy adaptation on Morpion.
func adapt(ctx context.Context, game *scored, v Values) (montecarlo.Result[morpion.Move], error) {
	return montecarlo.NestedRolloutPolicyAdaptation(ctx, game, ply.Limits{}, montecarlo.AdaptationOptions[morpion.Move]{
		Options:    montecarlo.Options[morpion.Move]{Random: rand.NewPCG(uint64(v["seed"]), 0)},
		Level:      v["level"],
		Iterations: v["iterations"],
	})
}

// scored is a game that records each playout that is the best so far.
type scored struct {
	*morpion.Game
	moves []morpion.Move
	film  *morpionFilm
	grown func(Film)
}

func (s *scored) Play(m morpion.Move) {
	s.Game.Play(m)
	s.moves = append(s.moves, m)
}

func (s *scored) Undo(m morpion.Move) {
	s.Game.Undo(m)
	s.moves = s.moves[:len(s.moves)-1]
}

// Advance plays a move and lists the next ones.
func (s *scored) Advance(prev []morpion.Move, i, t int, dst []morpion.Move) ([]morpion.Move, int) {
	s.moves = append(s.moves, prev[i])
	return s.Game.Advance(prev, i, t, dst)
}

// Score records the game if it is the best.
func (s *scored) Score() float64 {
	f := s.film
	f.playouts++
	if n := len(f.games); n == 0 || len(s.moves) > len(f.games[n-1].moves) {
		f.games = append(f.games, scoredGame{f.playouts, slices.Clone(s.moves)})
	}
	if s.grown != nil && f.playouts%20 == 0 {
		s.grown(f)
	}
	return s.Game.Score()
}

// A morpionFilm shows the best games in turn.
type morpionFilm struct {
	games    []scoredGame
	playouts int
}

type scoredGame struct {
	playouts int // number of playouts up to this one
	moves    []morpion.Move
}

func watchMorpion(ctx context.Context, v Values, grown func(Film)) (Film, error) {
	f := new(morpionFilm)
	result, err := adapt(ctx, &scored{Game: morpion.New(morpion.FiveT), film: f, grown: grown}, v)
	if err != nil {
		return nil, err
	}
	f.playouts = result.Nodes
	return f, nil
}

// Len implements Film.
func (f *morpionFilm) Len() int { return len(f.games) }

// Frame implements Film.
func (f *morpionFilm) Frame(i int) Frame {
	game := f.games[i]
	cross, strokes := morpion.Cross(morpion.FiveT), morpion.Strokes(morpion.FiveT, game.moves)
	longest := morpion.Strokes(morpion.FiveT, f.games[f.Len()-1].moves) // keeps the picture in place
	var around image.Rectangle
	include := func(p image.Point) { around = around.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))}) }
	for _, p := range cross {
		include(p)
	}
	for _, all := range [][]morpion.Stroke{strokes, longest} {
		for _, s := range all {
			include(s.New)
		}
	}
	at := func(p image.Point) svg.Point { return svg.At(float64(p.X-around.Min.X)+1, float64(p.Y-around.Min.Y)+1) }
	d := svg.New(float64(around.Dx())+1, float64(around.Dy())+1)
	for x := around.Min.X; x < around.Max.X; x++ {
		d.Line("grid", at(image.Pt(x, around.Min.Y)), at(image.Pt(x, around.Max.Y-1)))
	}
	for y := around.Min.Y; y < around.Max.Y; y++ {
		d.Line("grid", at(image.Pt(around.Min.X, y)), at(image.Pt(around.Max.X-1, y)))
	}
	for _, s := range strokes {
		d.Line("stroke", at(s.From), at(s.To))
	}
	for _, p := range cross {
		d.Circle("ink", at(p), 0.18)
	}
	for k, s := range strokes {
		d.Circle("point", at(s.New), 0.4)
		d.Text("number", at(s.New), 0.4, fmt.Sprint(k+1))
	}
	frame := Frame{Said: fmt.Sprintf("Playout %d has %s.", game.playouts, count(len(game.moves), "move"))}
	playouts := game.playouts
	if i == f.Len()-1 {
		playouts = f.playouts
		frame.Said = fmt.Sprintf("The best of %s has %s.", count(playouts, "playout"), count(len(game.moves), "move"))
	}
	frame.Panels = []Panel{{
		Title: "The best game", Picture: d.SVG("tree square", frame.Said),
		Figures: []Figure{figure("moves", len(game.moves)), figure("found in playout", game.playouts), figure("playouts", playouts)},
	}}
	return frame
}
