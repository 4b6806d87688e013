package solved

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

// about returns a subcommand about a position, with its value.
func (k *Kind[G, M]) about(flags *flag.FlagSet, s *shared[G], short, long string, run func(ctx context.Context, g G, t table, v retrograde.Value) error) *cli.Command {
	flags.StringVar(&s.database, "db", "", "`file` of a database that solve has written (default: solve first)")
	flags.StringVar(&s.position, "position", "", "`position`: "+k.Positions+" (default: the start)")
	return cli.Subcommand(flags, "[flags]", short, long, func(ctx context.Context) (err error) {
		g, t, err := k.open(ctx, s)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.Close()) }()
		v, err := t.Value(g)
		if errors.Is(err, retrograde.ErrAbsent) {
			return fmt.Errorf("%s: no game comes to this position, or it is over before", g.Position())
		}
		if err != nil {
			return err
		}
		return run(ctx, g, t, v)
	})
}

// question returns a subcommand that answers about a position with an object and a text.
func (k *Kind[G, M]) question(std cli.Streams, name, short, long string, answer func(g G, t table, v retrograde.Value) (object any, text string, err error)) *cli.Command {
	var s shared[G]
	flags := k.flags(name, &s)
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return k.about(flags, &s, short, long, func(_ context.Context, g G, t table, v retrograde.Value) error {
		object, text, err := answer(g, t, v)
		if err != nil {
			return err
		}
		return cli.Write(std.Out, s.json, object, "%s", text)
	})
}

type Valued struct {
	Position string  `json:"position"`
	Value    int     `json:"value"`
	Plies    int     `json:"plies"`
	Moves    []Rated `json:"moves"`
}

type Rated struct {
	Move  string `json:"move"`
	Value int    `json:"value"`
	Plies int    `json:"plies"`
}

func (k *Kind[G, M]) value(g G, t table, v retrograde.Value) (object any, text string, err error) {
	moves, err := retrograde.Moves(g, t)
	answer := Valued{g.Position(), Sign(v), Plies(v), []Rated{}}
	text = fmt.Sprintf("%v%s\n", g, Words(v))
	for _, m := range moves {
		move := k.Text(g, m.Move)
		answer.Moves = append(answer.Moves, Rated{move, Sign(m.Value), Plies(m.Value)})
		text += fmt.Sprintf("%-8s %s\n", move, Words(m.Value))
	}
	return answer, text, err
}

const mostLine = 10_000

type Lined struct {
	Position string   `json:"position"`
	Value    int      `json:"value"`
	Plies    int      `json:"plies"`
	Line     []string `json:"line"`
	End      string   `json:"end"` // the position after the line
}

func (k *Kind[G, M]) line(g G, t table, v retrograde.Value) (object any, text string, err error) {
	moves, err := retrograde.Line(g, t, mostLine)
	if err != nil {
		return nil, "", err
	}
	answer := Lined{g.Position(), Sign(v), Plies(v), []string{}, ""}
	text = fmt.Sprintf("%s  %s\n", answer.Position, Words(v))
	for i, m := range moves {
		move, separator := k.Text(g, m), " "
		if i%12 == 11 || i == len(moves)-1 {
			separator = "\n"
		}
		answer.Line = append(answer.Line, move)
		text += move + separator
		g.Play(m)
	}
	answer.End = g.Position()
	return answer, text + g.String(), nil
}

func (k *Kind[G, M]) verifyCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	flags := k.flags("verify", &s)
	flags.StringVar(&s.database, "db", "", "`file` of a database that solve has written")
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-db FILE [flags]", "Check each position of a database against its successors.",
		"All values are right if each is the best that a move leads to, and those of finished positions are their outcomes.",
		func(ctx context.Context) (err error) {
			if s.database == "" {
				return cli.Usagef("-db: want a file")
			}
			setting, err := s.setting()
			if err != nil {
				return err
			}
			table, err := k.openTable(s.database, setting)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, table.Close()) }()
			bar := cli.NewProgress(int(min(table.Positions(), cli.Many)), "positions")
			defer bar.Close()
			v, err := retrograde.Verify(ctx, setting.Start, table, retrograde.VerifyOptions{
				All: setting.All, Workers: cli.Workers(s.workers),
				Progress: func(r ply.Report) { bar.Set(min(r.Nodes, cli.Many)) },
			})
			if err := cmp.Or(err, v.Status.Err()); err != nil {
				return fmt.Errorf("%s: %w", s.database, err)
			}
			return cli.Write(std.Out, s.json, Verified{uint64(v.Nodes), v.Elapsed.Seconds()}, "%d positions, all right, %.1f s\n", v.Nodes, v.Elapsed.Seconds())
		})
}

type Verified struct {
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

func (k *Kind[G, M]) playCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	var side int
	flags := k.flags("play", &s)
	cli.Number(flags, &side, "side", 0, 0, 1, "your `side`: 0 is "+k.SideName(0)+", 1 is "+k.SideName(1))
	return k.about(flags, &s, "Play against the database.",
		"The machine never loses what is won or drawn. It wins in the fewest moves, and loses in the most. The third time that a position\n"+
			"occurs, the game is drawn. Moves are read from standard input, one a line; moves lists those that are legal, value says what\n"+
			"the position is worth, undo takes back, quit ends.",
		func(ctx context.Context, g G, table table, _ retrograde.Value) error {
			d := cli.NewDialogue(std.In, std.Out)
			defer d.Close()
			t := &match[G, M]{k, table, g, side, nil, map[string]int{g.Position(): 1}, d, std.Out}
			return t.run(ctx)
		})
}

type match[G Position[G, M], M comparable] struct {
	kind     *Kind[G, M]
	table    retrograde.Table
	game     G
	human    int
	played   []M
	visits   map[string]int
	dialogue *cli.Dialogue
	out      io.Writer
}

func (t *match[G, M]) run(ctx context.Context) (err error) {
	for more := true; more && err == nil; err = cmp.Or(err, ctx.Err()) {
		end := ""
		switch {
		case len(t.game.Moves(nil)) == 0:
			end = t.result()
		case t.visits[t.game.Position()] >= 3:
			end = "draw: the position occurs for the third time"
		case t.game.ToMove() == t.human:
			more, err = t.ask()
		default:
			err = t.answer()
		}
		if end != "" {
			_, err = fmt.Fprintf(t.out, "%v%s\n", t.game, end)
			return err
		}
	}
	return err
}

func (t *match[G, M]) result() string {
	loser := t.game.ToMove()
	switch outcome := t.game.Outcome(); {
	case outcome == 0:
		return "draw"
	case outcome > 0:
		loser = 1 - loser
	}
	return t.kind.SideName(1-loser) + " wins"
}

func (t *match[G, M]) play(m M) {
	t.game.Play(m)
	t.played = append(t.played, m)
	t.visits[t.game.Position()]++
}

func (t *match[G, M]) undo() {
	for n := len(t.played) - 1; n >= 0; n-- {
		t.visits[t.game.Position()]--
		t.game.Undo(t.played[n])
		t.played = t.played[:n]
		if t.game.ToMove() == t.human {
			return
		}
	}
}

func (t *match[G, M]) answer() error {
	rated, err := retrograde.Moves(t.game, t.table)
	if err != nil {
		return err
	}
	best := t.choose(rated)
	_, err = fmt.Fprintf(t.out, "%s plays %s (%s)\n", t.kind.SideName(t.game.ToMove()), t.kind.Text(t.game, best.Move), Words(best.Value))
	t.play(best.Move)
	return err
}

// choose returns a best move: in a draw the one with the most losing replies.
func (t *match[G, M]) choose(rated []retrograde.Rated[M]) retrograde.Rated[M] {
	best, most := rated[0], -1
	if best.Outcome != 0 {
		return best
	}
	for _, r := range rated {
		if r.Outcome != 0 {
			break
		}
		t.game.Play(r.Move)
		errors := 0
		if replies, err := retrograde.Moves(t.game, t.table); err == nil {
			for _, reply := range replies {
				if reply.Outcome < 0 {
					errors++
				}
			}
		}
		t.game.Undo(r.Move)
		if errors > most {
			best, most = r, errors
		}
	}
	return best
}

// ask reads a command or a move and does it. It returns false at the end.
func (t *match[G, M]) ask() (more bool, err error) {
	word, more, err := t.dialogue.Ask(fmt.Sprintf("%vyour move: ", t.game))
	if !more || err != nil {
		return false, err
	}
	switch strings.ToLower(word) {
	case "moves":
		for _, m := range t.game.Moves(nil) {
			fmt.Fprint(t.out, t.kind.Text(t.game, m), " ")
		}
		fmt.Fprintln(t.out)
	case "value":
		v, err := t.table.Value(t.game)
		if err != nil {
			return false, err
		}
		fmt.Fprintln(t.out, Words(v))
	case "undo":
		t.undo()
	default:
		moves := t.game.Moves(nil)
		i := slices.IndexFunc(moves, func(m M) bool { return strings.EqualFold(t.kind.Text(t.game, m), word) })
		if i < 0 {
			fmt.Fprintf(t.out, "%.20q is no legal move here; moves, value, undo and quit are commands\n", word)
			return true, nil
		}
		t.play(moves[i])
	}
	return true, nil
}
