package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/internal/vittaut"
	"github.com/ply-search/ply/internal/cli"
)

// papers is the command that repeats the measurements of Vittaut 2017, sections 2.4 and 5.3.3.4.
type papers struct {
	source
	chance
	opt     ground.Options
	seconds float64
	json    bool

	inMiddle bool
	table52  string
	matches  int
	move     time.Duration
}

func papersCommand(std cli.Streams) *cli.Command {
	var c papers
	command, flags := subcommand(std, "papers", "[-later] -game GAME | -dir FOLDER | -table52 LIST [flags]",
		"Repeat measurements of the literature.",
		"Vittaut 2017 measures how long grounding takes (figure 2.6), and how many playouts a second Prolog, the\n"+
			"bytecode and 64 lanes of bytecode play (figures 2.7, 5.4 and 5.5). The reasoner stands for Prolog here. The\n"+
			"machines play in turn, so that what else a computer does weighs on all of them. In table 5.2, UCT of which each\n"+
			"simulation is 64 matches by lanes plays against UCT of which it is one match by the bytecode, at equal time.", c.run)
	c.source.flags(flags)
	c.folderFlag(flags)
	c.chance.flags(flags)
	cli.Number(flags, &c.seconds, "seconds", 10.0, 0.001, 1e6, "let each machine play a game for this number of `seconds` of processor time")
	limits(flags, &c.opt)
	flags.BoolVar(&c.inMiddle, "later", false, "compare lanes in the middle of matches, with circuits for what is left of the match and with\n"+
		"that of the whole game")
	flags.StringVar(&c.table52, "table52", "", "`list` of games with commas, such as connectfour,breakthrough: in place of -game\n"+
		"and -dir, play the matches of table 5.2")
	cli.Number(flags, &c.matches, "matches", vittaut.Matches, 2, 1_000_000, "with -table52, even `number` of matches for each cell")
	cli.Number(flags, &c.move, "move", 20*time.Millisecond, time.Microsecond, cli.LongTime, "with -table52, processor `time` for each move")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each game, with -table52 after every two matches")
	return command
}

// measured is the output of papers for a game.
type measured struct {
	Game      string  `json:"game"`
	Grounding float64 `json:"grounding_seconds"`
	Compiling float64 `json:"compiling_seconds"`
	Rules     int     `json:"rules"`
	Gates     int     `json:"gates"`
	Plies     float64 `json:"plies"`
	Stuck     int     `json:"stuck"`
	Reasoner  float64 `json:"reasoner_per_second"`
	Bytecode  float64 `json:"bytecode_per_second"`
	Lanes     float64 `json:"lanes_per_second"`
	Error     string  `json:"error,omitempty"`
}

func (c *papers) run(ctx context.Context, std cli.Streams) error {
	if c.table52 != "" {
		return c.aggregated(ctx, std)
	}
	if c.inMiddle {
		return c.laterAll(ctx, std)
	}
	var all []measured
	err := c.each(ctx, std, func(d description) error {
		m := measured{Game: d.name}
		err := d.err
		if err == nil {
			fixed, _ := d.Repair()
			err = c.measure(ctx, fixed, &m)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			m.Error = err.Error()
		}
		all = append(all, m)
		return tell(std, c.json, m)
	})
	if err != nil || c.json {
		return err
	}
	return report(std.Out, all)
}

func (m measured) String() string {
	if m.Error != "" {
		return failed(m.Game, m.Error)
	}
	return fmt.Sprintf("%s: grounded in %.2f s; playouts/s: reasoner %.1f, bytecode %.1f, lanes %.1f (×%.1f)\n",
		m.Game, m.Grounding, m.Reasoner, m.Bytecode, m.Lanes, m.Lanes/m.Bytecode)
}

// measure grounds and compiles a game, and lets the machines play in slices of time.
func (c *papers) measure(ctx context.Context, d *gdl.Description, r *measured) error {
	made, err := compile(ctx, d, c.opt)
	r.Grounding, r.Compiling = made.grounding, made.compiling
	if made.program != nil {
		r.Rules = len(made.program.Rules)
	}
	if err != nil {
		return err
	}
	compiled := made.circuit
	r.Gates = compiled.Size().Gates()
	slow, err := c.reasoner(ctx, d)
	if err != nil {
		return err
	}
	bytecode, lanes := c.walker(compiled.Roles, compiled.NewMachine()), c.lanes(compiled)
	const slices = 10
	limit := time.Duration(c.seconds * float64(time.Second))
	for slice := range time.Duration(slices) {
		for _, m := range []*meter{slow, bytecode, lanes} {
			// A slow machine may have used more than its slices.
			if left := limit*(slice+1)/slices - m.spent; left > 0 && ctx.Err() == nil {
				if err := m.run(ctx, left); err != nil {
					return err
				}
			}
		}
	}
	r.Plies, r.Stuck = float64(lanes.plies)/float64(lanes.playouts), lanes.stuck
	r.Reasoner, r.Bytecode, r.Lanes = slow.perSecond(), bytecode.perSecond(), lanes.perSecond()
	return nil
}

// report writes shares of games, with Vittaut's in brackets.
func report(w io.Writer, all []measured) error {
	var grounding, bytecode, gain, lanes []float64
	failed := 0
	for _, m := range all {
		if m.Rules == 0 {
			m.Grounding = math.Inf(1)
		}
		grounding = append(grounding, m.Grounding)
		if m.Error != "" {
			failed++
			continue
		}
		bytecode = append(bytecode, m.Bytecode/m.Reasoner)
		gain = append(gain, m.Lanes/m.Bytecode)
		lanes = append(lanes, m.Lanes/m.Reasoner)
	}
	if len(gain) == 0 {
		_, err := fmt.Fprintln(w, "no game was measured")
		return err
	}
	slices.Sort(gain)
	// share returns the percentage of numbers of at least a limit.
	share := func(xs []float64, limit float64) float64 {
		return 100 * float64(count(xs, func(x float64) bool { return x >= limit })) / float64(len(xs))
	}
	within := func(limit float64) float64 { return 100 - share(grounding, limit) }
	_, err := fmt.Fprintf(w, "\n%d games, and %d that failed. In brackets: Vittaut 2017\n"+
		"grounded within 0.1 s %.0f %% (24 %%), 1 s %.0f %% (72 %%), 60 s %.0f %% (94 %%)\n"+
		"bytecode over reasoner (Prolog): faster %.0f %% (85 %%), 10 times %.0f %% (61 %%), 100 times %.0f %% (10 %%)\n"+
		"lanes over bytecode, at least: three quarters %.1f (25), half %.1f (32), a quarter %.1f (46)\n"+
		"lanes over reasoner (Prolog): 10 times %.0f %% (93 %%), 100 times %.0f %% (76 %%), 1000 times %.0f %% (33 %%)\n",
		len(gain), failed, within(0.1), within(1), within(60),
		share(bytecode, 1), share(bytecode, 10), share(bytecode, 100),
		gain[len(gain)/4], gain[len(gain)/2], gain[len(gain)*3/4],
		share(lanes, 10), share(lanes, 100), share(lanes, 1000))
	return err
}

// laterMatches is the number of playouts of each game for papers -later.
const laterMatches = 3

// later is the output of papers -later for a game: geometric means over some playouts, after a quarter, a half and three
// quarters of each.
type later struct {
	Game   string     `json:"game"`
	Gates  int        `json:"gates"`
	Left   [3]float64 `json:"left"`   // the remaining fraction of the gates
	Faster [3]float64 `json:"faster"` // the speed of lanes relative to the circuit of the whole game
	Making [3]float64 `json:"making"` // processor time to make the circuit, in seconds
	Error  string     `json:"error,omitempty"`
}

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
			begin := cli.ProcessorTime()
			next, err := present.From(state)
			if err != nil {
				return err
			}
			present = next
			r.Making[i] += (cli.ProcessorTime() - begin).Seconds() / laterMatches
			r.Left[i] += math.Log(float64(1+present.Size().Gates()) / float64(1+r.Gates))
			r.Faster[i] += math.Log(c.compare(ctx, rules.Circuit, present.Circuit, state))
		}
	}
	for i := range 3 {
		r.Left[i], r.Faster[i] = math.Exp(r.Left[i]/laterMatches), math.Exp(r.Faster[i]/laterMatches)
	}
	return ctx.Err()
}

// compare returns how much faster lanes on a smaller circuit play matches from a state, 64 at a time as in searches. Both
// circuits play the same matches.
func (c *papers) compare(ctx context.Context, whole, smaller *circuit.Circuit, from circuit.State) float64 {
	if whole == smaller {
		return 1
	}
	lanes := [2]*circuit.Lanes{whole.NewLanes(), smaller.NewLanes()}
	var spent [2]time.Duration
	const batch = 16 // reading the clock takes about a microsecond
	for seed := uint64(0); spent[0] < time.Duration(c.seconds*float64(time.Second)) && ctx.Err() == nil; seed += batch {
		for i, l := range lanes {
			begin := cli.ProcessorTime()
			for n := range uint64(batch) {
				l.Playouts(from, circuit.LaneCount, rand.NewPCG(c.seed, seed+n), c.plies)
			}
			if took := cli.ProcessorTime() - begin; seed > 0 { // after a round to warm up
				spent[i] += took
			}
		}
	}
	return float64(spent[0]) / float64(max(1, spent[1]))
}

// randomMatch returns the states of a playout except the last.
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
