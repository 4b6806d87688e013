// Package board reads and writes boards of squares, whose files have letters and whose ranks have numbers.
package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Empty stands for an empty square.
const Empty = '.'

// Draw draws a board. piece returns the letter on a square.
func Draw(files, ranks int, piece func(file, rank int) byte) string {
	var b strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range files {
			fmt.Fprintf(&b, " %c", piece(file, rank))
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for file := range files {
		fmt.Fprintf(&b, " %c", 'a'+file)
	}
	return b.String() + "\n"
}

// Write writes a square board as the first field of Forsyth-Edwards notation: its ranks from the last to the first.
func Write(size int, piece func(file, rank int) byte) string {
	var text []byte
	for rank := size - 1; rank >= 0; rank-- {
		for file := range size {
			text = append(text, piece(file, rank))
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	written := string(text)
	for n := size; n > 0; n-- {
		written = strings.ReplaceAll(written, strings.Repeat(string(Empty), n), strconv.Itoa(n))
	}
	return written
}

// Read reads what Write writes, and calls put for each piece. put reports whether there is such a piece.
func Read(text string, size int, put func(piece byte, file, rank int) bool) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != size {
		return fmt.Errorf("FEN: a board of %d ranks: want %d", len(ranks), size)
	}
	for i, text := range ranks {
		rank, file := size-1-i, 0
		for _, c := range []byte(text) {
			switch {
			case c >= '1' && c <= '0'+byte(size):
				file += int(c-'0') - 1
			case file < size && !put(c, file, rank):
				return fmt.Errorf("FEN: rank %d: %q is no piece and no number of empty squares", rank+1, c)
			}
			file++
		}
		if file != size {
			return fmt.Errorf("FEN: rank %d has %d squares: want %d", rank+1, file, size)
		}
	}
	return nil
}
