package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/internal/cli"
)

// laterMatches is the number of playouts of each game, in which papers -later looks.
const laterMatches = 3

// later is what papers -later says of a game: geometric means over some playouts, after a quarter, a half and
// three quarters of each.
type later struct {
	Game   string     `json:"game"`
	Gates  int        `json:"gates"`
	Left   [3]float64 `json:"left"`   // the part of the gates that are left
	Faster [3]float64 `json:"faster"` // lanes on the smaller circuit over lanes on that of the whole game
	Making [3]float64 `json:"making"` // processor time to make it, in seconds
	Error  string     `json:"error,omitempty"`
}

// laterAll measures all games of the flags.
func (c *papers) laterAll(ctx context.Context, std cli.Streams) error {
	var faster [3][]float64
	err := c.each(ctx, std, func(d description) error {
		m := later{Game: d.name}
		short, cancel := context.WithTimeout(ctx, c.opt.MaxTime)
		rules, err := d.load(short, 0)
		cancel()
		if err == nil {
			m.Gates = rules.Size().Gates()
			err = c.later(ctx, rules, &m)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			m.Error = err.Error()
		default:
			for i, f := range m.Faster {
				faster[i] = append(faster[i], f)
			}
		}
		return tell(std, c.json, m)
	})
	if err != nil || c.json || len(faster[0]) == 0 {
		return err
	}
	text := fmt.Sprintf("\n%d games; faster by at least, in three quarters, a half and a quarter of them:", len(faster[0]))
	for i, at := range []string{"a quarter", "half", "three quarters"} {
		slices.Sort(faster[i])
		n := len(faster[i])
		text += fmt.Sprintf(" after %s of the match ×%.2f, ×%.2f, ×%.2f;", at, faster[i][n/4], faster[i][n/2], faster[i][n*3/4])
	}
	_, err = fmt.Fprintln(std.Out, strings.TrimSuffix(text, ";"))
	return err
}

func (c *papers) later(ctx context.Context, rules *game.Rules, r *later) error {
	for match := range uint64(laterMatches) {
		states := randomMatch(rules.Circuit, rand.NewPCG(c.seed, match), c.plies)
		present := rules
		for i := range 3 {
			state := states[len(states)*(i+1)/4]
			begin := processorTime()
			next, err := present.From(state)
			if err != nil {
				return err
			}
			present = next
			r.Making[i] += (processorTime() - begin).Seconds() / laterMatches
			r.Left[i] += math.Log(float64(1+present.Size().Gates()) / float64(1+r.Gates))
			r.Faster[i] += math.Log(c.compare(ctx, rules.Circuit, present.Circuit, state))
		}
	}
	for i := range 3 {
		r.Left[i], r.Faster[i] = math.Exp(r.Left[i]/laterMatches), math.Exp(r.Faster[i]/laterMatches)
	}
	return ctx.Err()
}

// compare returns how much faster the lanes of a smaller circuit play matches from a state, 64 at a time as searches
// want them: from the same source, so that they play the same matches.
func (c *papers) compare(ctx context.Context, whole, smaller *circuit.Circuit, from circuit.State) float64 {
	if whole == smaller {
		return 1
	}
	lanes := [2]*circuit.Lanes{whole.NewLanes(), smaller.NewLanes()}
	var spent [2]time.Duration
	const batch = 16 // to look at the clock takes about a microsecond
	for seed := uint64(0); spent[0] < time.Duration(c.seconds*float64(time.Second)) && ctx.Err() == nil; seed += batch {
		for i, l := range lanes {
			begin := processorTime()
			for n := range uint64(batch) {
				l.Playouts(from, circuit.LaneCount, rand.NewPCG(c.seed, seed+n), c.plies)
			}
			if took := processorTime() - begin; seed > 0 { // the first round is to warm up
				spent[i] += took
			}
		}
	}
	return float64(spent[0]) / float64(max(1, spent[1]))
}

// randomMatch returns the states of a playout but the last.
func randomMatch(c *circuit.Circuit, random *rand.PCG, most int) (states []circuit.State) {
	m := c.NewMachine()
	for end := circuit.Cut; end == circuit.Cut && (most == 0 || len(states) < most); {
		state := c.NewState()
		m.Save(state)
		states = append(states, state)
		_, end = m.Playout(random, 1)
		if m.Terminal() {
			break
		}
	}
	return states
}

// String returns what papers -later says as text.
func (r later) String() string {
	if r.Error != "" {
		return failed(r.Game, r.Error)
	}
	text := fmt.Sprintf("%s: %d gates", r.Game, r.Gates)
	for i, at := range []string{"1/4", "2/4", "3/4"} {
		text += fmt.Sprintf("; after %s: %.0f %% left, ×%.2f, made in %.4f s", at, 100*r.Left[i], r.Faster[i], r.Making[i])
	}
	return text + "\n"
}
