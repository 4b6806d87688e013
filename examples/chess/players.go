package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
)

func players() []command.Player[*chess.Game, chess.Move] {
	return []command.Player[*chess.Game, chess.Move]{
		{
			Name: "alphabeta",
			Help: searchHelp,
			Read: func(s *command.Settings) func(*chess.Game, rand.Source) (engine.Searcher[chess.Move], error) {
				folder := s.Word("tables", "")
				if folder == "" {
					return command.AlphaBeta[*chess.Game](options(s)).Read(s)
				}
				all, err := openTables(folder)
				if err != nil {
					s.Fail(fmt.Errorf("tables=%s: %w", folder, err))
				}
				read := command.AlphaBeta[tabled](options(s)).Read(s)
				return func(g *chess.Game, random rand.Source) (engine.Searcher[chess.Move], error) {
					inner, err := read(newTabled(g, all), random)
					return tabledSearcher{inner}, err
				}
			},
			Tune: func(s *command.Settings) ([]engine.Parameter, func([]float64) func(*chess.Game, rand.Source) (engine.Searcher[chess.Move], error)) {
				return command.AlphaBeta[*chess.Game](options(s)).Tune(s)
			},
		},
		command.Random[*chess.Game, chess.Move](),
	}
}

const searchHelp = `alpha-beta search; what its settings change is on by default
  depth=N    plies at most
  memory=N   megabytes of the table (64)
  threads=N  goroutines (1)
  quiet=N    captures followed beyond the depth (0: none)
  null=N     reduction of null moves (0: none)
  selective=N margin of pruning by evaluations for each move, which also reduces late moves (0: neither)
  plain      checks are not searched deeper
  order=SET  what orders moves: none, ranks, killers, history or all
  tables=DIR folder of tables that the command endings has written, each in a file named by its men, as in KRK`

var orderings = map[string]alphabeta.Ordering{
	"none":    alphabeta.TableMove,
	"ranks":   alphabeta.TableMove | alphabeta.Ranks,
	"killers": alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers,
	"history": alphabeta.TableMove | alphabeta.Ranks | alphabeta.History,
	"all":     chess.SearchOptions().Order,
}

// options returns the options with the settings that change the search. The player reads the other settings itself.
func options(s *command.Settings) alphabeta.Options[chess.Move] {
	opt := chess.SearchOptions()
	opt.Tree.Quiescence = s.Whole("quiet", opt.Tree.Quiescence, 1000)
	opt.Tree.NullMove = s.Whole("null", opt.Tree.NullMove, 100)
	opt.Tree.Selective = s.Whole("selective", opt.Tree.Selective, 10_000)
	opt.Tree.Extend = !s.Flag("plain")
	order := s.Word("order", "all")
	if opt.Order = orderings[order]; opt.Order == 0 {
		s.Fail(fmt.Errorf("order=%s: want none, ranks, killers, history or all", order))
	}
	return opt
}

// A seated player is one that commands of this program ask, with its limits for a move.
type seated struct {
	limits   ply.Limits
	searcher func(*chess.Game, rand.Source) (engine.Searcher[chess.Move], error)
}

// usual are the limits for a move of a player without limits and without a clock.
var usual = ply.Limits{Time: 100 * time.Millisecond}

// readPlayer reads a player, which has other limits if the text sets none.
func readPlayer(text string, other ply.Limits) (*seated, error) {
	s := cli.ParseSpec(text)
	p := &seated{limits: ply.Limits{Time: s.Duration("time"), Nodes: s.Whole("nodes", 0, cli.Many)}}
	if p.limits == (ply.Limits{}) {
		p.limits = other
	}
	for _, kind := range players() {
		if kind.Name == s.Kind {
			p.searcher = kind.Read(s)
			return p, s.Finish()
		}
	}
	return nil, fmt.Errorf("unknown kind %q, want alphabeta or random", s.Kind)
}

// seat returns the player of a match.
func (p *seated) seat() func() arena.Player[chess.Judged, chess.Move] {
	return arena.EnginePlayer(func(g chess.Judged, random *rand.Rand) (*engine.Player[chess.Move], error) {
		inner, err := p.searcher(g.Game, random)
		if err != nil {
			return nil, err
		}
		return engine.New(inner, engine.Options{Limits: p.limits, Random: random})
	})
}
