package command

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/cli"
)

// A service holds the flags of commands that serve a protocol.
type service[G ply.AdversarialGame[M], M comparable] struct {
	kit    *kit[G, M]
	player string
	seed   uint64

	*contestant[G, M] // the player, once read

	atStart bool // whether the last game made is at its start
}

// newGame makes a game for a protocol, which then makes the player of the game.
func (s *service[G, M]) newGame(position string) (G, error) {
	s.atStart = position == ""
	return s.kit.New(position)
}

func (k *kit[G, M]) service(flags *flag.FlagSet) *service[G, M] {
	s := &service[G, M]{kit: k}
	flags.StringVar(&s.player, "player", "", "`player` that answers (default "+k.Players[0].Name+")")
	cli.Seed(flags, &s.seed, "all that is random")
	return s
}

// read reads the flags and returns the player and a function that makes it. Searches have no default limits.
func (s *service[G, M]) read() (*contestant[G, M], func(g G) (*engine.Player[M], error), error) {
	c, err := s.kit.contestant(s.player, ply.Limits{})
	if err != nil {
		return nil, nil, cli.Usagef("-player: %w", err)
	}
	s.contestant = c
	games := uint64(0)
	return c, func(g G) (*engine.Player[M], error) {
		games++
		return s.contestant.opener(g, rand.NewPCG(s.seed, games), s.atStart)
	}, nil
}

// remember sets the memory of players made later, if they have this setting.
func (s *service[G, M]) remember(megabytes int) {
	settings := slices.DeleteFunc(strings.Split(s.text, ","), func(setting string) bool { return strings.HasPrefix(setting, "memory=") })
	text := fmt.Sprintf("%s,memory=%d", strings.Join(settings, ","), megabytes)
	if c, err := s.kit.contestant(text, ply.Limits{}); err == nil {
		s.contestant = c
	}
}

// hashOption is the option for the memory of a player.
var hashOption = fmt.Sprintf("name Hash type spin default 64 min 1 max %d", mostMegabytes)

// A hashed engine has the option Hash.
type hashed struct {
	uci.Engine
	uci.Arbiter
	memory func(megabytes int)
	start  string
	moves  []string
}

// SetOption sets an option. For the option Hash, value is a memory in megabytes: SetOption makes a new player with that
// memory and sets it to the present position.
func (h *hashed) SetOption(name, value string) error {
	if !strings.EqualFold(name, "Hash") {
		return h.Engine.SetOption(name, value)
	}
	megabytes, err := cli.Range[int]{Least: 1, Most: mostMegabytes}.Parse(value)
	if err != nil {
		return fmt.Errorf("option Hash %.40q: %w", value, err)
	}
	h.memory(megabytes)
	h.NewGame()
	return h.Engine.Position(h.start, h.moves)
}

// Position implements [uci.Engine].
func (h *hashed) Position(start string, moves []string) error {
	err := h.Engine.Position(start, moves)
	if err == nil {
		h.start, h.moves = start, moves
	}
	return err
}

func (k *kit[G, M]) uciCommand() *ffcli.Command {
	flags := k.flags("uci")
	s := k.service(flags)
	return k.command(flags, "Play under a board that speaks the Universal Chess Interface, or the Universal Game Interface.",
		"Commands are read from standard input, a line each, such as\n  position startpos moves MOVE MOVE\n  go nodes 5000\n  go wtime 60000 btime 60000 winc 1000 binc 1000\n"+
			"Behind fen stands a position as -"+k.Position+" of play takes it. Option Hash is the memory=N of players that take it.", true,
		func(ctx context.Context) error {
			c, newPlayer, err := s.read()
			if err != nil {
				return err
			}
			e, err := uci.Play(s.newGame, newPlayer)
			if err != nil {
				return err
			}
			server := uci.Server{Name: k.Name + " " + c.text, Author: "ply", Options: append([]string{hashOption}, uci.PlayOptions...)}
			arbiter, _ := e.(uci.Arbiter)
			return server.Serve(ctx, k.std.In, k.std.Out, &hashed{Engine: e, Arbiter: arbiter, memory: s.remember})
		})
}

func (k *kit[G, M]) gtpCommand() *ffcli.Command {
	flags := k.flags("gtp")
	s := k.service(flags)
	var ponder bool
	flags.BoolVar(&ponder, "ponder", false, "think while the other side does")
	return k.command(flags, "Play under a board that speaks the Go Text Protocol.",
		"Commands are read from standard input, a line each, such as\n  play black MOVE\n  genmove white\nThe "+k.Sides[0]+" side is black.", true,
		func(ctx context.Context) error {
			c, newPlayer, err := s.read()
			if err != nil {
				return err
			}
			e, err := gtp.Play(s.newGame, newPlayer)
			if err != nil {
				return err
			}
			server := gtp.Server{Name: k.Name + " " + c.text, Version: "1", Ponder: ponder}
			server.Add(e)
			return server.Serve(ctx, k.std.In, k.std.Out)
		})
}

const analysisHelp = `A request is a JSON object such as
  {"id":"a","moves":["MOVE","MOVE"],"time":0.5,"lines":3}
Package engine/analysis describes all fields of requests and answers.`

// An analyst holds the flags of json and serve.
type analyst[G ply.AdversarialGame[M], M comparable] struct {
	*service[G, M]
	workers int
	most    time.Duration
}

func (k *kit[G, M]) analyst(flags *flag.FlagSet) *analyst[G, M] {
	a := &analyst[G, M]{service: k.service(flags)}
	cli.Number(flags, &a.workers, "workers", 1, 1, cli.MaxWorkers, "`number` of positions that are searched at the same time")
	cli.Number(flags, &a.most, "max-time", time.Hour, time.Millisecond, cli.LongTime, "the most `time` that a request may ask for, for a position")
	return a
}

func (a *analyst[G, M]) server() (*analysis.Server, error) {
	_, newPlayer, err := a.read()
	if err != nil {
		return nil, err
	}
	return analysis.New(a.newGame, newPlayer, analysis.Options{Workers: a.workers, MaxTime: a.most})
}

func (k *kit[G, M]) jsonCommand() *ffcli.Command {
	flags := k.flags("json")
	a := k.analyst(flags)
	return k.command(flags, "Answer requests about positions, a line of JSON each.", analysisHelp, true, func(ctx context.Context) error {
		s, err := a.server()
		if err != nil {
			return err
		}
		return s.Serve(ctx, k.std.In, k.std.Out)
	})
}

func (k *kit[G, M]) serveCommand() *ffcli.Command {
	flags := k.flags("serve")
	a := k.analyst(flags)
	var addr string
	flags.StringVar(&addr, "addr", "localhost:8080", "`address` to listen at: host:port, 0 for any port, 0.0.0.0 for all hosts")
	return k.command(flags, "Show a page to play and analyse in a browser, and answer requests about positions by HTTP.",
		"Requests are posted to /analyse, as in\n  curl -d '{\"moves\":[\"MOVE\"]}' http://localhost:8080/analyse\n"+analysisHelp, true,
		func(ctx context.Context) error {
			if _, _, err := net.SplitHostPort(addr); err != nil {
				return cli.Usagef("-addr %s: want host:port", addr)
			}
			s, err := a.server()
			if err != nil {
				return err
			}
			mux := http.NewServeMux()
			mux.Handle("/analyse", s)
			k.page(mux)
			within, cancel := context.WithCancelCause(ctx)
			defer cancel(nil)
			err = analysis.ListenAndServe(within, addr, mux, func(at net.Addr) {
				if _, err := fmt.Fprintf(k.std.Out, "http://%v/\n", at); err != nil {
					cancel(err)
				}
			})
			if err == nil && ctx.Err() == nil {
				err = context.Cause(within)
			}
			return err
		})
}
