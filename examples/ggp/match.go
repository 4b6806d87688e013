package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/player"
	"github.com/ply-search/ply/examples/ggp/referee"
	"github.com/ply-search/ply/internal/cli"
)

type managing struct {
	source
	players string
	matches int
	swap    bool
	match   referee.Options
	json    bool
	opt     player.Options
}

func matchCommand(std cli.Streams) *cli.Command {
	var m managing
	command, flags := subcommand(std, "match", "-game GAME -players LIST [flags]",
		"Play matches between players, and check what they do.",
		"A move that is late, illegal or missing is replaced by a random one and reported. The role random is played by the\n"+
			"program. The rules are evaluated by the reasoner.", m.run)
	m.flags(flags)
	flags.StringVar(&m.players, "players", "uct,random", "`list` of players, one for each role but random, with commas: "+
		"addresses such as\nhttp://localhost:9147, or uct, reasoner or random for players of this program")
	cli.Number(flags, &m.matches, "matches", 1, 1, 1_000_000, "`number` of matches")
	flags.BoolVar(&m.swap, "swap", false, "let the players take the next role after each match")
	cli.Number(flags, &m.match.Start, "start", 10, 1, 86400, "start clock in `seconds`")
	cli.Number(flags, &m.match.Play, "clock", 10, 1, 86400, "play clock in `seconds`")
	cli.Number(flags, &m.match.MaxTurns, "turns", 10_000, 1, cli.Many, "end a match after this number of joint `moves`")
	thinkingFlags(flags, &m.opt)
	flags.BoolVar(&m.json, "json", false, "write a JSON object a line for each match")
	return command
}

// managed is the output of match for a match.
type managed struct {
	Game    string   `json:"game"`
	Match   string   `json:"match"`
	Players []string `json:"players"` // of the roles
	referee.Result
	Seconds float64 `json:"seconds"`
}

func (m *managing) run(ctx context.Context, std cli.Streams) error {
	d := m.read(ctx, std.In)
	if d.err != nil {
		return d.err
	}
	names := strings.Split(m.players, ",")
	players := make([]referee.Player, len(names))
	for i, name := range names {
		var err error
		if players[i], err = m.player(name, i); err != nil {
			return err
		}
	}
	m.match.Random = rand.New(rand.NewPCG(m.opt.Seed, 0))
	sums := make([]float64, len(names))
	faults := 0
	for n := range m.matches {
		turned := 0 // by how many roles the players are moved
		if m.swap {
			turned = n % len(names)
		}
		r, err := m.one(ctx, d, fmt.Sprintf("%s.%d", d.name, n+1), slices.Concat(names[turned:], names[:turned]),
			slices.Concat(players[turned:], players[:turned]))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Match, err)
		}
		for role, name := range r.Roles {
			if name != gdl.Random {
				sums[turned%len(names)] += float64(r.Goals[role])
				turned++
			}
		}
		faults += len(r.Faults)
		if err := tell(std, m.json, &r); err != nil {
			return err
		}
	}
	if m.matches == 1 || m.json {
		return nil
	}
	text := ""
	for i, name := range names {
		text += fmt.Sprintf("player %d, %s: %.1f on average\n", i+1, name, sums[i]/float64(m.matches))
	}
	_, err := fmt.Fprintf(std.Out, "%s%d matches, %d faults\n", text, m.matches, faults)
	return err
}

func (m *managing) player(name string, number int) (referee.Player, error) {
	opt := m.opt
	opt.Seed += uint64(number) << 32
	switch name {
	case "uct":
	case "random":
		opt.Random = true
	case "reasoner":
		opt.Slow = true
	default:
		if !strings.HasPrefix(name, "http://") && !strings.HasPrefix(name, "https://") {
			return nil, cli.Usagef("-players: %q: want uct, reasoner, random or an address that begins with http://", name)
		}
		return referee.Remote{URL: name}, nil
	}
	return player.New(opt), nil
}

func (m *managing) one(ctx context.Context, d description, id string, names []string, players []referee.Player) (managed, error) {
	r := managed{Game: d.name, Match: id}
	begin := time.Now()
	var err error
	r.Result, err = referee.Play(ctx, d.Description, id, players, m.match)
	r.Seconds = time.Since(begin).Seconds()
	for _, role := range r.Roles {
		name := gdl.Random
		if role != gdl.Random && len(names) > 0 {
			name, names = names[0], names[1:]
		}
		r.Players = append(r.Players, name)
	}
	return r, err
}

func (r *managed) String() string {
	line := fmt.Sprintf("%s: %d joint moves, %.1f s", r.Match, len(r.Moves), r.Seconds)
	for role, name := range r.Roles {
		line += fmt.Sprintf(", %s (%s) %d", name, r.Players[role], r.Goals[role])
	}
	if !r.Ended {
		line += "; not ended"
	}
	for _, f := range r.Faults {
		line += fmt.Sprintf("\n  move %d of %s: %s", f.Turn+1, f.Role, f.What)
	}
	return line + "\n"
}
