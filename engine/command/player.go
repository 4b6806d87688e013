package command

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// A Player is a kind of player. A user writes its name and settings, separated by commas, such as
// alphabeta,time=2s,depth=8. All kinds have the settings time=D and nodes=N (or sims=N), which limit the search for
// each move, and level=N ([engine.Options].Level).
type Player[G ply.AdversarialGame[M], M comparable] struct {
	// Name is the name of the kind.
	Name string

	// Help describes the player in its first line, and each setting in a further line, such as "  depth=N   plies at
	// most".
	Help string

	// Limits limit the search for each move if the user sets no limits. If Limits is zero, each subcommand uses its own
	// default.
	Limits ply.Limits

	// Read reads the settings of this kind, except the settings that all kinds have, and returns a function that makes
	// a Searcher for a game. random is the only source of randomness for the Searcher.
	Read func(s *Settings) (newSearcher func(g G, random rand.Source) (engine.Searcher[M], error))

	// Tune is nil if the kind has no tunable parameters. Otherwise Tune reads the settings of this kind, as Read does.
	// It returns the parameters and the function with. A call with(values) returns a function of the same kind as the
	// result of Read. This function makes Searchers in which the parameters have these values.
	Tune func(s *Settings) (parameters []engine.Parameter, with func(values []float64) func(g G, random rand.Source) (engine.Searcher[M], error))
}

// Settings are the settings of a player as the user wrote them, such as depth=8. If the settings do not contain key,
// the methods Whole, Number and Word return usual. The methods are
//
//	Whole(key string, usual, most int) int            // a whole number from 0 to most
//	Number(key string, usual, most float64) float64   // a number from 0 to most
//	Word(key, usual string) string                    // any text
//	Duration(key string) time.Duration                // a time, such as 2s; 0 if the key is missing
//	Flag(key string) bool                             // whether the key is present, without a value
//	Fail(err error)                                   // rejects the settings for another reason
//
// The program reports settings that are invalid, and settings that no method has read.
type Settings = cli.Spec

// Players returns the default players. For a game of perfect information, these are alpha-beta (or expectimax if the
// game has chance), Monte-Carlo tree search, and random moves. For a game of hidden information, there is only the
// player of random moves.
func Players[G ply.AdversarialGame[M], M comparable]() []Player[G, M] {
	var g G
	if _, hides := any(g).(ply.Imperfect); hides {
		return []Player[G, M]{Random[G, M]()}
	}
	first := AlphaBeta[G](alphabeta.Options[M]{})
	if _, chance := any(g).(ply.Stochastic[M]); chance {
		first = Expectimax[G](expectimax.Options[M]{})
	}
	return []Player[G, M]{first, MCTS[G](mcts.Options[M]{}), Random[G, M]()}
}

// mostMegabytes bounds the memory of a player.
const mostMegabytes = 1 << 20

// AlphaBeta returns the player named alphabeta, which searches with [alphabeta.Search]. opt are its options; settings
// depth, memory and threads change some of them.
func AlphaBeta[G ply.AdversarialGame[M], M comparable](opt alphabeta.Options[M]) Player[G, M] {
	read := func(s *Settings) (alphabeta.Options[M], int) {
		opt := opt
		opt.Depth = s.Whole("depth", opt.Depth, 250)
		opt.Workers = s.Whole("threads", opt.Workers, cli.MaxWorkers)
		return opt, s.Whole("memory", 0, mostMegabytes)
	}
	searching := func(opt alphabeta.Options[M], memory int) func(G, rand.Source) (engine.Searcher[M], error) {
		return func(g G, _ rand.Source) (engine.Searcher[M], error) {
			opt := opt
			opt.Table = tableOf(g, memory)
			return alphabeta.NewSearcher(g, opt)
		}
	}
	return Player[G, M]{
		Name: "alphabeta",
		Help: "alpha-beta search\n  depth=N   plies at most\n  memory=N  megabytes of the table (64)\n  threads=N goroutines (1)",
		Read: func(s *Settings) func(G, rand.Source) (engine.Searcher[M], error) { return searching(read(s)) },
		Tune: func(s *Settings) ([]engine.Parameter, func([]float64) func(G, rand.Source) (engine.Searcher[M], error)) {
			opt, memory := read(s)
			return opt.Parameters(), func(values []float64) func(G, rand.Source) (engine.Searcher[M], error) {
				return searching(opt.With(values), memory)
			}
		},
	}
}

// tableOf returns a table for a game, or nil for the default of the search. A table serves one search at a time.
func tableOf(game any, megabytes int) *transposition.Table {
	if _, hashes := game.(ply.Hasher); !hashes || megabytes == 0 {
		return nil
	}
	return transposition.NewTable(int64(megabytes) << 20)
}

// Expectimax returns the player named expectimax, which searches with [expectimax.Search]. opt are its options;
// settings depth and memory change some of them.
func Expectimax[G ply.AdversarialGame[M], M comparable](opt expectimax.Options[M]) Player[G, M] {
	return Player[G, M]{
		Name: "expectimax",
		Help: "search of the moves of both sides and of chance\n  depth=N   plies at most\n  memory=N  megabytes of the table (64)",
		Read: func(s *Settings) func(G, rand.Source) (engine.Searcher[M], error) {
			opt := opt
			opt.Depth = s.Whole("depth", opt.Depth, 250)
			memory := s.Whole("memory", 0, mostMegabytes)
			return func(g G, _ rand.Source) (engine.Searcher[M], error) {
				opt := opt
				opt.Table = tableOf(g, memory)
				return expectimax.NewSearcher(g, opt)
			}
		},
	}
}

// MCTS returns the player named mcts, which searches with a tree of package [mcts]. opt are its options; settings k,
// rave, memory and threads change some of them.
func MCTS[G ply.AdversarialGame[M], M comparable](opt mcts.Options[M]) Player[G, M] {
	return tree[G]("mcts", "Monte Carlo tree search\n  k=K       how much to explore\n  rave=R    weight of RAVE, in simulations\n  memory=N  megabytes of the tree (256)\n  threads=N goroutines that share the tree (1)",
		func(s *Settings) mcts.Options[M] {
			opt := opt
			if k := s.Number("k", -1, 1e9); k == 0 {
				opt.Bandit = mcts.Greedy{}
			} else if k > 0 {
				opt.Bandit = mcts.Hoeffding{K: k}
			}
			opt.RAVE.Weight = s.Number("rave", opt.RAVE.Weight, 1e9)
			if memory := s.Whole("memory", 0, mostMegabytes); memory > 0 {
				opt.Memory = int64(memory) << 20
			}
			opt.Workers = s.Whole("threads", opt.Workers, cli.MaxWorkers)
			return opt
		})
}

// tree returns a player that searches a tree with the options that read returns.
func tree[G ply.AdversarialGame[M], M comparable](name, help string, read func(s *Settings) mcts.Options[M]) Player[G, M] {
	grown := func(opt mcts.Options[M]) func(G, rand.Source) (engine.Searcher[M], error) {
		return func(g G, random rand.Source) (engine.Searcher[M], error) {
			opt := opt
			opt.Random = random
			return mcts.NewSearcher(g, opt)
		}
	}
	return Player[G, M]{
		Name: name, Help: help,
		Read: func(s *Settings) func(G, rand.Source) (engine.Searcher[M], error) { return grown(read(s)) },
		Tune: func(s *Settings) ([]engine.Parameter, func([]float64) func(G, rand.Source) (engine.Searcher[M], error)) {
			opt := read(s)
			return opt.Parameters(), func(values []float64) func(G, rand.Source) (engine.Searcher[M], error) {
				return grown(opt.With(values))
			}
		},
	}
}

// Random returns the player named random. It plays uniformly random legal moves.
func Random[G ply.AdversarialGame[M], M comparable]() Player[G, M] {
	return Player[G, M]{
		Name: "random",
		Help: "random moves",
		Read: func(*Settings) func(G, rand.Source) (engine.Searcher[M], error) {
			return func(g G, random rand.Source) (engine.Searcher[M], error) { return sampling.RandomMoves(g, random), nil }
		},
	}
}

type contestant[G ply.AdversarialGame[M], M comparable] struct {
	text        string
	limits      ply.Limits
	level       int
	moves       int // of a usual game
	book        *engine.Book[M]
	newSearcher func(g G, random rand.Source) (engine.Searcher[M], error)
}

func (k *kit[G, M]) kind(s *Settings) (*Player[G, M], error) {
	var names []string
	for i := range k.Players {
		if k.Players[i].Name == s.Kind {
			return &k.Players[i], nil
		}
		names = append(names, k.Players[i].Name)
	}
	return nil, s.Wrap(fmt.Errorf("unknown kind %q, want %s", s.Kind, strings.Join(names, ", ")))
}

func (k *kit[G, M]) contestant(text string, usual ply.Limits) (*contestant[G, M], error) {
	s, c, p, err := k.read(text, usual)
	if err != nil {
		return nil, err
	}
	c.newSearcher = p.Read(s)
	return c, s.Finish()
}

func (k *kit[G, M]) read(text string, usual ply.Limits) (*Settings, *contestant[G, M], *Player[G, M], error) {
	if text == "" {
		text = k.Players[0].Name
	}
	s := cli.ParseSpec(text)
	p, err := k.kind(s)
	if err != nil {
		return nil, nil, nil, err
	}
	c := &contestant[G, M]{text: text, moves: k.Length}
	c.limits = ply.Limits{Time: s.Duration("time"), Nodes: s.Whole("sims", s.Whole("nodes", 0, cli.Many), cli.Many)}
	if c.level = s.Whole("level", 0, engine.Levels); c.limits == (ply.Limits{}) && c.level == 0 {
		if c.limits = p.Limits; c.limits == (ply.Limits{}) {
			c.limits = usual
		}
	}
	if name := s.Word("book", ""); name != "" {
		if c.book, err = k.readBook(name); err != nil {
			return nil, nil, nil, s.Wrap(err)
		}
	}
	return s, c, p, nil
}

func (c *contestant[G, M]) player(g G, random rand.Source) (*engine.Player[M], error) {
	s, err := c.newSearcher(g, random)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", c.text, err)
	}
	return engine.New(s, engine.Options{Limits: c.limits, Level: c.level, Moves: c.moves, Random: random})
}

// opener returns the player for a game, with its book if the game is at its start.
func (c *contestant[G, M]) opener(g G, random rand.Source, atStart bool) (*engine.Player[M], error) {
	p, err := c.player(g, random)
	if err == nil && atStart {
		p.UseBook(c.book)
	}
	return p, err
}

func (k *kit[G, M]) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A player is a kind followed by settings, separated by commas, as in %s,time=2s. Kinds:\n", k.Players[0].Name)
	for _, p := range k.Players {
		first, settings, _ := strings.Cut(p.Help, "\n")
		fmt.Fprintf(&b, "  %-10s %s\n", p.Name, first)
		if settings != "" {
			for line := range strings.SplitSeq(settings, "\n") {
				fmt.Fprintf(&b, "             %s\n", strings.TrimPrefix(line, "  "))
			}
		}
	}
	fmt.Fprintf(&b, "All take time=D and nodes=N (or sims=N) for each move, and level=N, from 1 for a beginner to %d (without effect in analyse).\nIn play and in protocols they take book=FILE, openings as command book writes them.", engine.Levels)
	return b.String()
}
