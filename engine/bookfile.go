package engine

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
)

// mostLine is the longest line of a book's file, in bytes.
const mostLine = 1 << 16

// Write writes the book as text. Each line contains a count and a sequence of moves, in the notation of the game
// ([NotationOf]). The count belongs to the last of these moves. For example, this line says that e5 has the count 12
// after e4:
//
//	12 e4 e5
//
// g is the game in the position in which the lines of the book start. Write makes and takes back moves in g.
func (b *Book[M]) Write(w io.Writer, g ply.Game[M]) error {
	out := bufio.NewWriter(w)
	err := b.root.write(out, g, "")
	if err != nil {
		return err
	}
	return out.Flush()
}

func (o *opening[M]) write(w *bufio.Writer, g ply.Game[M], before string) error {
	moves := slices.Clone(o.moves)
	slices.SortStableFunc(moves, func(x, y *bookMove[M]) int { return cmp.Compare(y.count, x.count) })
	notation := NotationOf(g)
	for _, m := range moves {
		line := before + " " + string(notation.AppendMove(nil, m.move))
		if _, err := fmt.Fprintf(w, "%d%s\n", m.count, line); err != nil {
			return err
		}
		if m.next != nil {
			g.Play(m.move)
			err := m.next.write(w, g, line)
			g.Undo(m.move)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// ReadBook reads a book in the format of [Book.Write], which people can also write by hand. Each line of the text
// contains a count and a sequence of moves; the count belongs to the last move of the sequence. The earlier moves of
// the sequence are added to the book, too. An earlier move has the count 0, unless another line of the text ends with
// this move. Empty lines and lines that begin with # are ignored.
//
// g is the game in the position in which all these sequences start. ReadBook makes and takes back moves in g.
//
// name is the name of the file. The text of an error begins with name and the number of the line.
func ReadBook[M comparable](r io.Reader, name string, g ply.Game[M]) (*Book[M], error) {
	b := new(Book[M])
	given := map[*bookMove[M]]bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	number := 0
	for lines.Scan() {
		number++
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := b.read(g, fields, given); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return b, nil
}

// read reads a line: a count and the moves from the start.
func (b *Book[M]) read(g ply.Game[M], fields []string, given map[*bookMove[M]]bool) error {
	count, err := strconv.Atoi(fields[0])
	if err != nil || count < 0 || count > mostCount {
		return fmt.Errorf("count %.40q: want 0 to %d", fields[0], mostCount)
	}
	if len(fields) == 1 {
		return fmt.Errorf("count %d without moves", count)
	}
	var played []M
	defer func() {
		for _, m := range slices.Backward(played) {
			g.Undo(m)
		}
	}()
	at := &b.root
	var last *bookMove[M]
	for i, text := range fields[1:] {
		m, err := NotationOf(g).ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if last, err = b.add(at, m); err != nil {
			return err
		}
		g.Play(m)
		played = append(played, m)
		at = last.after()
	}
	if given[last] {
		return fmt.Errorf("the line %s is there twice", strings.Join(fields[1:], " "))
	}
	given[last] = true
	last.count = count
	return nil
}
