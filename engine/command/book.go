package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

// booking holds the flags of book.
type booking struct {
	file, games, player string
	depth, expand       int
	seed                uint64
}

func (k *kit[G, M]) bookCommand() *ffcli.Command {
	var b booking
	flags := k.flags("book")
	flags.StringVar(&b.file, "file", "", "`file` of the book, which is read first if it exists")
	flags.StringVar(&b.games, "games", "", "`file` of finished games to add (- for standard input): the moves of a game on each line")
	cli.Number(flags, &b.depth, "depth", 20, 1, longestGame, "`number` of moves of a game that are added")
	cli.Number(flags, &b.expand, "expand", 0, 0, 1<<20, "`number` of positions to add by searching them")
	flags.StringVar(&b.player, "player", "", "`player` that searches (default "+k.Players[0].Name+")")
	cli.Seed(flags, &b.seed, "all that is random")
	return k.command(flags, "Make a book of openings, from games or by searching.",
		"A book is text: on each line a count, and the line of play that ends with the move that has it. Interrupted, it keeps what it has.", true,
		func(ctx context.Context) error { return k.book(ctx, b) })
}

func (k *kit[G, M]) readBook(name string) (*engine.Book[M], error) {
	g, err := k.New("")
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return engine.ReadBook(file, name, g)
}

func (k *kit[G, M]) book(ctx context.Context, b booking) error {
	if b.file == "" {
		return cli.Usagef("-file: want the file of the book")
	}
	usual := ply.Limits{Time: time.Second}
	c, err := k.contestant(b.player, usual)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	limits := cmp.Or(c.limits, usual) // a level limits moves, not analyses
	book, err := k.readBook(b.file)
	if errors.Is(err, fs.ErrNotExist) {
		book, err = new(engine.Book[M]), nil
	}
	if err != nil {
		return err
	}
	g, err := k.New("")
	if err != nil {
		return err
	}
	if b.games != "" {
		add := func(r io.Reader) (int, error) { return addGames(book, g, r, b.depth) }
		if _, err := cli.Read(b.games, k.std.In, add); err != nil {
			return err
		}
	}
	if b.expand > 0 {
		s, err := c.newSearcher(g, rand.NewPCG(b.seed, 0))
		if err != nil {
			return err
		}
		bar := cli.NewProgress(b.expand, "positions")
		defer bar.Close()
		for i := range b.expand { // one at a time, for the progress bar
			if err := book.Expand(ctx, s, limits, 1); err != nil {
				return err
			}
			if bar.Set(i + 1); ctx.Err() != nil {
				break
			}
		}
		bar.Close()
	}
	if err := atomicfile.Write(b.file, func(w io.Writer) error { return book.Write(w, g) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(k.std.Out, "%s in the first position\n", cli.Count(len(book.Moves()), "move"))
	return err
}

// addGames adds games to a book, one from each line, and returns their number. Empty lines and lines that begin with #
// are ignored.
func addGames[G ply.AdversarialGame[M], M comparable](book *engine.Book[M], g G, r io.Reader, depth int) (games int, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := addGame(book, g, words, depth); err != nil {
			return games, fmt.Errorf("line %d: %w", number, err)
		}
		games++
	}
	return games, lines.Err()
}

func addGame[G ply.AdversarialGame[M], M comparable](book *engine.Book[M], g G, words []string, depth int) error {
	line, err := playLine(g, words)
	for i := len(line) - 1; i >= 0; i-- {
		g.Undo(line[i])
	}
	if err != nil {
		return err
	}
	return book.Add(g, line, depth)
}
