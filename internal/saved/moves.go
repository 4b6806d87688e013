package saved

import (
	"encoding"
	"fmt"
)

// Moves are saved as they lie in memory, or as their AppendBinary and UnmarshalBinary say.

// MoveLayout describes how moves of a type are saved. It returns an error if they cannot be.
func MoveLayout[M any]() (string, error) {
	if appendsBinary[M]() {
		return fmt.Sprintf("%T by AppendBinary", *new(M)), nil
	}
	layout, err := Layout[M]()
	if err != nil {
		err = fmt.Errorf("moves cannot be saved: %w, and is no encoding.BinaryAppender with an UnmarshalBinary", err)
	}
	return layout, err
}

func appendsBinary[M any]() bool {
	_, appends := any(*new(M)).(encoding.BinaryAppender)
	_, parses := any(new(M)).(encoding.BinaryUnmarshaler)
	return appends && parses
}

// WriteMoves writes some moves and how many they are.
func WriteMoves[M any](w *Writer, moves []M) {
	w.Int(len(moves))
	if !appendsBinary[M]() {
		WriteImage(w, moves)
		return
	}
	for _, m := range moves {
		data, err := any(m).(encoding.BinaryAppender).AppendBinary(nil)
		if err != nil {
			w.Fail(fmt.Errorf("the move %v: %w", m, err))
		}
		w.Bytes(data)
	}
}

// ReadMoves reads moves.
func ReadMoves[M any](r *Reader) []M {
	n := r.Count(Many)
	binary := appendsBinary[M]()
	var moves []M
	for len(moves) < n && r.Err() == nil { // by pieces, as the number is not checked yet
		if !binary {
			piece := make([]M, min(n-len(moves), blockSize))
			ReadImage(r, piece)
			moves = append(moves, piece...)
			continue
		}
		var m M
		if data := r.Bytes(); r.Err() == nil {
			if err := any(&m).(encoding.BinaryUnmarshaler).UnmarshalBinary(data); err != nil {
				r.Fail("a move: %w", err)
			}
		}
		moves = append(moves, m)
	}
	if r.Err() != nil {
		return nil
	}
	return moves
}
