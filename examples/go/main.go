// Command go plays Go: with other programs by the Go Text Protocol, in matches against itself and other engines, and
// for speed.
package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

var sides = [2]string{"black", "white"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var size int
	var r rules
	return command.Command(command.Game[*weiqi.Game, goban.Point]{
		Name: "go",
		About: "Play Go by sampling, in matches and with other programs.\n" +
			"Points have a letter and a number: A1 is in the lower left corner, and I is left out. The area decides, stones and\n" +
			"what they surround, and no position of stones may come back (positional superko).",
		Flags: func(flags *flag.FlagSet) {
			sizeFlag(flags, &size)
			rulesFlags(flags, &r)
		},
		New:      command.FromStart(func() (*weiqi.Game, error) { return r.game(size, weiqi.Knowledge{}) }),
		Players:  players(),
		Cells:    cells,
		MaxMoves: 5 * goban.MaxSize * goban.MaxSize,
		Opening:  -1,
		Sides:    sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{gtpCommand(std), matchCommand(std), againstCommand(std), benchCommand(std), papersCommand(std)}
		},
	}, std)
}

// cells returns the cells that the page of serve draws.
func cells(g *weiqi.Game, _ int) [][]command.Cell {
	board := g.Board
	return command.Cells(board.Size(), board.Size(), func(column, row int) command.Cell {
		p := board.Point(column, board.Size()-1-row)
		man := ""
		if c := board.At(p); c != goban.Empty {
			man = sides[c-goban.Black]
		}
		return command.Cell{Name: board.Name(p), Man: man}
	})
}

func sizeFlag(flags *flag.FlagSet, size *int) {
	cli.Number(flags, size, "size", 9, goban.MinSize, goban.MaxSize, "`rows` and columns of the board")
}

// A rules is the flags for the rules.
type rules struct {
	name string
	komi float64
}

func rulesFlags(flags *flag.FlagSet, r *rules) {
	cli.Choice(flags, &r.name, "rules", "chinese", []string{"chinese", "tromp-taylor"},
		"`rules`, of which the latter permit the suicide of several stones")
	cli.Number(flags, &r.komi, "komi", 7.5, 0, 1000, "`points` for White, in halves")
}

// A player is one side: a search with limits, and knowledge of Go.
type player struct {
	sampling.Player[goban.Point]
	knowledge weiqi.Knowledge
}

const usualRAVE = 200

// specHelp explains how players are written, and ownHelp the settings that other games do not have.
const (
	specHelp = sampling.Help + "\n" + ownHelp
	ownHelp  = `  strong     all of the following, as strong as they are known to be
  ataris     playouts capture, and save from capture, next to the last move
  patterns   playouts play hanes, cuts and moves on the edge next to the last move
  careful    playouts avoid to put own strings into atari
  mercy=X    playouts end when a colour leads by more stones than X times the points of the board (0: never)
  symmetry   moves that are images of each other are searched once, while all moves up to then are their own images
  prior=W    moves begin with W times the usual prior visits and wins (0: with none)
The usual weight of RAVE is r=200.`
)

// players are the players of package command: the strong one, and the kinds of specHelp.
func players() []command.Player[*weiqi.Game, goban.Point] {
	all := command.Trees[*weiqi.Game, goban.Point](usualRAVE, nil)
	all[len(all)-1].Help += "\n" + ownHelp
	all = slices.Insert(all, 0, command.Player[*weiqi.Game, goban.Point]{Name: "strong", Help: "rave,strong"})
	for i := range all {
		all[i].Read = func(s *command.Settings) func(*weiqi.Game, rand.Source) (engine.Searcher[goban.Point], error) {
			p := readPlayer(s)
			return func(g *weiqi.Game, random rand.Source) (engine.Searcher[goban.Point], error) {
				g.Knowledge = p.knowledge
				opt := p.Options
				opt.Random = random
				return mcts.NewSearcher(g, opt)
			}
		}
	}
	return append(all, command.Random[*weiqi.Game, goban.Point]())
}

func parsePlayer(text string) (player, error) {
	spec := cli.ParseSpec(text)
	p := readPlayer(spec)
	return p, spec.Finish()
}

// readPlayer reads a player. Errors are left in the Spec.
func readPlayer(spec *cli.Spec) player {
	strong := spec.Flag("strong")
	if spec.Kind == "strong" {
		spec.Kind, strong = "rave", true
	}
	p := player{Player: sampling.Read[goban.Point](spec, usualRAVE)}
	if strong {
		p.knowledge = weiqi.Strong
	}
	k := &p.knowledge
	k.Policy.Ataris = spec.Flag("ataris") || k.Policy.Ataris
	k.Policy.Patterns = spec.Flag("patterns") || k.Policy.Patterns
	k.Policy.Careful = spec.Flag("careful") || k.Policy.Careful
	k.Policy.Mercy = spec.Number("mercy", k.Policy.Mercy, 1)
	k.Prior = float32(spec.Number("prior", float64(k.Prior), 1000))
	k.Symmetry = spec.Flag("symmetry") || k.Symmetry
	g, err := weiqi.New(goban.MinSize, weiqi.Chinese, p.knowledge)
	if err == nil {
		err = p.Check(func() error { _, err := mcts.New(g, p.Options); return err })
	}
	if err != nil {
		spec.Fail(err)
	}
	return p
}

func (p player) player() arena.Player[*weiqi.Game, goban.Point] {
	return func(ctx context.Context, g *weiqi.Game, random *rand.Rand) (goban.Point, error) {
		g.Knowledge = p.knowledge
		return p.Choose(g, random, func(opt mcts.Options[goban.Point]) (mcts.Result[goban.Point], error) {
			return mcts.Search(ctx, g, p.Limits, opt)
		})
	}
}

func (r *rules) game(size int, k weiqi.Knowledge) (*weiqi.Game, error) {
	b, err := r.board(size)
	return weiqi.Of(b, k), err
}

func (r *rules) set() goban.Rules {
	set := weiqi.Chinese
	if r.name == "tromp-taylor" {
		set = weiqi.TrompTaylor
	}
	set.Komi = r.komi
	return set
}

func (r *rules) board(size int) (*goban.Board, error) {
	b, err := goban.New(size, r.set())
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return b, nil
}

type matchFlags struct {
	sampling.Match
	size  int
	rules rules
}

func matchCommand(std cli.Streams) *cli.Command {
	var m matchFlags
	flags := flag.NewFlagSet("go match", flag.ContinueOnError)
	sizeFlag(flags, &m.size)
	rulesFlags(flags, &m.rules)
	m.Flags(flags)
	return cli.Subcommand(flags, "-a PLAYER -b PLAYER [flags]", "Play a match between two players.",
		specHelp+"\n\nGames end with two passes, and all stones on the board count as alive.",
		func(ctx context.Context) error { return m.run(ctx, std.Out) })
}

// matched is the output of match. Score is the score of the first player, from 0 to 1.
type matched struct {
	Size int `json:"size"`
	cli.Matched
	Score    float64 `json:"score"`
	Complete bool    `json:"complete"`
}

func (m *matchFlags) run(ctx context.Context, out io.Writer) error {
	a, b, err := sampling.Players(&m.Match, parsePlayer)
	if err != nil {
		return err
	}
	if _, err := m.rules.board(m.size); err != nil {
		return err
	}
	opening := func(int, *rand.Rand) (*weiqi.Game, error) { return m.rules.game(m.size, weiqi.Knowledge{}) }
	r, err := cli.Match(ctx, &m.Series, opening, a.player, b.player, arena.Options{MaxMoves: 5 * m.size * m.size})
	if err != nil {
		return err
	}
	return cli.Write(out, m.JSON, matched{m.size, cli.NewMatched(m.A, m.B, &r), r.Rate(), r.Status == ply.Complete},
		"%s against %s, size %d\n%v in %s of %.1f moves, %.1f s\n", m.A, m.B, m.size, r.Score,
		cli.Count(r.Games(), "game"), float64(r.Moves)/float64(max(r.Games(), 1)), r.Elapsed.Seconds())
}
