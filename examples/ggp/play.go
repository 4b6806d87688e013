package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/player"
	"github.com/ply-search/ply/examples/ggp/referee"
	"github.com/ply-search/ply/internal/cli"
)

type playing struct {
	source
	role string
	opt  player.Options
}

func playCommand(std cli.Streams) *cli.Command {
	var p playing
	command, flags := subcommand(std, "play", "-game GAME [flags]",
		"Play a match against the program.",
		"In each turn, the facts that hold and your moves are listed, or in GDL-II what you perceive and your moves. A move\n"+
			"is read from standard input, by its number or as it is written; quit ends. Your only move is made by itself.", p.run)
	p.flags(flags)
	flags.StringVar(&p.role, "role", "", "the `role` that you play (default: the first)")
	thinkingFlags(flags, &p.opt)
	return command
}

type human struct {
	out      io.Writer
	dialogue *cli.Dialogue
}

// Call is not used: a Chooser gets no messages.
func (h human) Call(context.Context, string) (string, error) { return "", nil }

var errQuit = errors.New("quit")

// Choose asks for a move.
func (h human) Choose(_ context.Context, t referee.Turn) (string, error) {
	for _, list := range []struct {
		title string
		terms []string
	}{{"moves: ", t.Moves}, {"you see: ", t.Percepts}, {"facts: ", t.Facts}} {
		if len(list.terms) > 0 {
			fmt.Fprintln(h.out, list.title+strings.Join(list.terms, " "))
		}
	}
	if len(t.Legal) == 1 {
		_, err := fmt.Fprintf(h.out, "%s: %s\n", t.Role, t.Legal[0])
		return t.Legal[0], err
	}
	for i, m := range t.Legal {
		fmt.Fprintf(h.out, "%4d %s\n", i+1, m)
	}
	for {
		word, more, err := h.dialogue.Ask(t.Role + ": ")
		switch {
		case err != nil:
			return "", err
		case !more:
			return "", errQuit
		}
		if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(t.Legal) {
			return t.Legal[n-1], nil
		}
		for _, m := range t.Legal {
			if strings.EqualFold(m, word) {
				return m, nil
			}
		}
		fmt.Fprintf(h.out, "%q is no move: want a number from 1 to %d, a move, or quit\n", word, len(t.Legal))
	}
}

func (p *playing) run(ctx context.Context, std cli.Streams) error {
	d := p.read(ctx, std.In)
	if d.err != nil {
		return d.err
	}
	if p.opt.MaxThink == 0 {
		p.opt.MaxThink = time.Second
	}
	roles := d.Roles()
	if p.role == "" && len(roles) > 0 {
		p.role = roles[0]
	}
	dialogue := cli.NewDialogue(std.In, std.Out)
	defer dialogue.Close()
	var players []referee.Player
	found := false
	for i, role := range roles {
		switch role {
		case gdl.Random:
		case p.role:
			found = true
			players = append(players, human{std.Out, dialogue})
		default:
			opt := p.opt
			opt.Seed += uint64(i) << 32
			players = append(players, player.New(opt))
		}
	}
	if !found {
		return cli.Usagef("-role %q: want one of %s", p.role, strings.Join(roles, ", "))
	}
	clock := max(1, int(2*p.opt.MaxThink.Seconds())+1)
	r, err := referee.Play(ctx, d.Description, "play", players, referee.Options{
		Start: 10 + clock, Play: clock, Random: rand.New(rand.NewPCG(p.opt.Seed, 0)),
	})
	if err != nil {
		if errors.Is(err, errQuit) || ctx.Err() != nil {
			return nil
		}
		return err
	}
	for i, role := range r.Roles {
		if _, err := fmt.Fprintf(std.Out, "%s: %d points\n", role, r.Goals[i]); err != nil {
			return err
		}
	}
	return nil
}
