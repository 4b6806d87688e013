package solved

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

// asking holds the flags of value and line.
type asking[G any] struct {
	shared[G]
	json bool
}

func (k *Kind[G, M]) valueCommand(std cli.Streams) *cli.Command {
	var a asking[G]
	flags := k.flags("value", &a.shared)
	k.positionFlags(flags, &a.shared)
	flags.BoolVar(&a.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Print the value of a position and of each of its moves.",
		"Values are for the side to move, the best move first. Distances are in plies.",
		func(ctx context.Context) error { return k.runValue(ctx, &a, std.Out) })
}

// Valued is what value says of a position.
type Valued struct {
	Position string  `json:"position"`
	Value    int     `json:"value"`
	Plies    int     `json:"plies"`
	Moves    []Rated `json:"moves"`
}

// Rated is what value says of a move.
type Rated struct {
	Move  string `json:"move"`
	Value int    `json:"value"`
	Plies int    `json:"plies"`
}

func (k *Kind[G, M]) runValue(ctx context.Context, a *asking[G], out io.Writer) (err error) {
	src, err := k.open(ctx, &a.shared)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.close()) }()
	v, err := src.table.Value(src.start)
	if err != nil {
		return k.unknown(src.start, err)
	}
	moves, err := retrograde.Moves(src.start, src.table)
	if err != nil {
		return err
	}
	answer := Valued{src.start.Position(), Sign(v), Plies(v), []Rated{}}
	for _, m := range moves {
		answer.Moves = append(answer.Moves, Rated{k.Text(src.start, m.Move), Sign(m.Value), Plies(m.Value)})
	}
	if a.json {
		return cli.WriteJSON(out, answer)
	}
	fmt.Fprintf(out, "%v%s\n", src.start, Words(v))
	for _, m := range moves {
		fmt.Fprintf(out, "%-8s %s\n", k.Text(src.start, m.Move), Words(m.Value))
	}
	return nil
}

// unknown explains that a position is not in a table.
func (k *Kind[G, M]) unknown(g G, err error) error {
	if errors.Is(err, retrograde.ErrAbsent) {
		return fmt.Errorf("%s: no game comes to this position, or it is over before", g.Position())
	}
	return err
}

// mostLine is the greatest number of moves of a line.
const mostLine = 10_000

func (k *Kind[G, M]) lineCommand(std cli.Streams) *cli.Command {
	var a asking[G]
	flags := k.flags("line", &a.shared)
	k.positionFlags(flags, &a.shared)
	flags.BoolVar(&a.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Print a line of best play from a position.",
		"The side that wins takes the shortest way and the other one the longest. A position that is drawn has no line.",
		func(ctx context.Context) error { return k.runLine(ctx, &a, std.Out) })
}

// Lined is what line says of a position.
type Lined struct {
	Position string   `json:"position"`
	Value    int      `json:"value"`
	Plies    int      `json:"plies"`
	Line     []string `json:"line"`
	End      string   `json:"end"` // the position after the line
}

func (k *Kind[G, M]) runLine(ctx context.Context, a *asking[G], out io.Writer) (err error) {
	src, err := k.open(ctx, &a.shared)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.close()) }()
	g := src.start
	v, err := src.table.Value(g)
	if err != nil {
		return k.unknown(g, err)
	}
	moves, err := retrograde.Line(g, src.table, mostLine)
	if err != nil {
		return err
	}
	answer := Lined{g.Position(), Sign(v), Plies(v), []string{}, ""}
	for _, m := range moves {
		answer.Line = append(answer.Line, k.Text(g, m))
		g.Play(m)
	}
	answer.End = g.Position()
	if a.json {
		return cli.WriteJSON(out, answer)
	}
	fmt.Fprintf(out, "%s  %s\n", answer.Position, Words(v))
	for i, text := range answer.Line {
		separator := " "
		if i%12 == 11 || i == len(answer.Line)-1 {
			separator = "\n"
		}
		fmt.Fprint(out, text, separator)
	}
	_, err = fmt.Fprint(out, g)
	return err
}

func (k *Kind[G, M]) verifyCommand(std cli.Streams) *cli.Command {
	var a asking[G]
	flags := k.flags("verify", &a.shared)
	flags.StringVar(&a.database, "db", "", "`file` of a database that solve has written")
	flags.BoolVar(&a.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-db FILE [flags]", "Check each position of a database against its successors.",
		"All values are right if each is the best that a move leads to, and those of finished positions are their outcomes.",
		func(ctx context.Context) error { return k.runVerify(ctx, &a, std.Out) })
}

// Verified is what verify says of a database.
type Verified struct {
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

func (k *Kind[G, M]) runVerify(ctx context.Context, a *asking[G], out io.Writer) (err error) {
	if a.database == "" {
		return cli.Usagef("-db: want a file")
	}
	setting, err := a.setting()
	if err != nil {
		return err
	}
	table, err := k.openTable(a.database, setting)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	bar := cli.NewProgress(int(min(table.Positions(), cli.Many)), "positions")
	defer bar.Close()
	v, err := retrograde.Verify(ctx, setting.Start, table, retrograde.VerifyOptions{
		All: setting.All, Workers: cli.Workers(a.workers),
		Progress: func(r ply.Report) { bar.Set(min(r.Nodes, cli.Many)) },
	})
	if err == nil {
		err = v.Status.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", a.database, err)
	}
	return cli.Say(out, a.json, Verified{uint64(v.Nodes), v.Elapsed.Seconds()}, "%d positions, all right, %.1f s\n", v.Nodes, v.Elapsed.Seconds())
}
