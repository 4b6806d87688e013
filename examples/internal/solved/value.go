package solved

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

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

func (k *Kind[G, M]) valueCommand(std cli.Streams) *cli.Command {
	return k.question(std, "value", "Print the value of a position and of each of its moves.",
		"Values are for the side to move, the best move first. Distances are in plies.", k.value)
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

// mostLine is the most moves of a line.
const mostLine = 10_000

func (k *Kind[G, M]) lineCommand(std cli.Streams) *cli.Command {
	return k.question(std, "line", "Print a line of best play from a position.",
		"The side that wins takes the shortest way and the other one the longest. A position that is drawn has no line.", k.line)
}

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
		func(ctx context.Context) error { return k.runVerify(ctx, &s, std.Out) })
}

type Verified struct {
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

func (k *Kind[G, M]) runVerify(ctx context.Context, s *shared[G], out io.Writer) (err error) {
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
	return cli.Write(out, s.json, Verified{uint64(v.Nodes), v.Elapsed.Seconds()}, "%d positions, all right, %.1f s\n", v.Nodes, v.Elapsed.Seconds())
}
