package atarigo

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
)

// A proof is a file that shows how one side, the attacker, wins. It has the attacker's move in each position where no
// sequence of ataris wins. The file has
//
//	"atarigo proof 1\n"
//	1 byte    the size of the board
//	1 byte    the side to move, 0 for Black
//	1 byte    the attacker
//	8 bytes   the black stones, little endian, bit 8·row + column
//	8 bytes   the white stones
//	8 bytes   the number of moves
//	moves     1 byte each, 8·row + column
//	8 bytes   the CRC-64 (ECMA) of all before
//
// The moves are in the order in which VerifyProof needs them: depth first through all replies of the defender, row by row
// from the lower left corner, without positions whose images occurred before.
//
// proof.WriteStrategy would not do: its verifier reads no ataris, so the file would need the moves of all such sequences.
const proofMagic = "atarigo proof 1\n"

// A proofHead is the part of the file between proofMagic and the moves.
type proofHead struct {
	Size, Side, Attacker uint8
	Stones               [2]uint64
	Moves                uint64
}

// maxProofMoves bounds the number of moves in a file.
const maxProofMoves = 1 << 36

var proofHeader = len(proofMagic) + binary.Size(proofHead{})

var proofSums = crc64.MakeTable(crc64.ECMA)

// A ProofSummary describes a proof.
type ProofSummary struct {
	Start  *Game // the position proved
	Winner int   // the side that wins
	Move   Point // the first move, if the winner is to move
	Moves  int   // of the attacker in the file
	Played int   // stones placed to verify it
}

// WriteProof writes a proof of the result of Solve. It repeats searches whose results the table has lost.
func (s *Solver) WriteProof(ctx context.Context, w io.Writer) error {
	switch {
	case s.attacker == NoWinner:
		return errors.New("atarigo: there is nothing to prove: no winner is known")
	case s.opt.Workers > 1:
		return errors.New("atarigo: a proof can be written by a solver of one worker only")
	}
	var moves []byte
	walk := walk{game: s.game.Game.Clone(), side: s.attacker, choose: func(g *Game) (Point, error) {
		found, err := s.proveFrom(ctx, g, ply.Limits{})
		switch {
		case err != nil:
			return noMove, err
		case found.Status != ply.Complete:
			return noMove, found.Status.Err()
		case found.Answer != proof.Proved || len(found.Line) == 0:
			return noMove, fmt.Errorf("atarigo: the search does not prove again that %s wins\n%v", SideName(s.attacker), g)
		}
		moves = append(moves, byte(found.Line[0]))
		return found.Line[0], nil
	}}
	if err := walk.run(); err != nil {
		return err
	}
	return writeProof(w, s.game.Game, s.attacker, moves)
}

func writeProof(w io.Writer, start *Game, attacker int, moves []byte) error {
	head := proofHead{uint8(start.size), uint8(start.side), uint8(attacker), start.stones, uint64(len(moves))}
	data, _ := binary.Append([]byte(proofMagic), binary.LittleEndian, head) // no error: its size is fixed
	data = append(data, moves...)
	_, err := w.Write(binary.LittleEndian.AppendUint64(data, crc64.Checksum(data, proofSums)))
	return err
}

// A walk goes through all moves of the defender. It uses the rules, and reads sequences of ataris move by move. It
// shares no traces, hashes or tables with the solver.
type walk struct {
	game   *Game
	side   int // the attacker
	choose func(g *Game) (Point, error)
	been   map[[2]uint64]struct{} // positions with the attacker to move, each as its least image
	played int
}

// run returns an error if the attacker does not win.
func (w *walk) run() error {
	w.been = map[[2]uint64]struct{}{}
	switch {
	case w.game.over && w.game.side == w.side:
		return fmt.Errorf("atarigo: %s has lost a string", SideName(w.side))
	case w.game.side == w.side:
		return w.attack()
	}
	return w.defend()
}

// attack shows that the attacker wins if it is to move.
func (w *walk) attack() error {
	g := w.game
	own, enemies := g.stones[w.side], g.stones[1-w.side]
	if w.ataris(own, enemies) {
		return nil
	}
	key := least(g.zobrist, own, enemies)
	if _, ok := w.been[key]; ok {
		return nil
	}
	w.been[key] = struct{}{}
	m, err := w.choose(g)
	if err != nil {
		return err
	}
	if m > 63 || g.legal()>>m&1 == 0 {
		return fmt.Errorf("%s cannot play %v in\n%v", SideName(w.side), m, g)
	}
	w.played++
	g.Play(m)
	err = w.defend()
	g.Undo(m)
	return err
}

// defend shows that the attacker wins after all moves of the defender.
func (w *walk) defend() error {
	g := w.game
	if g.over {
		return nil
	}
	if inAtari(g.stones[w.side], g.empty(), g.board) != 0 {
		return fmt.Errorf("%s can capture in\n%v", SideName(1-w.side), g)
	}
	for cells := g.legal(); cells != 0; cells &= cells - 1 {
		m := Point(bits.TrailingZeros64(cells))
		w.played++
		g.Play(m)
		err := w.attack()
		g.Undo(m)
		if err != nil {
			return err
		}
	}
	return nil
}

// ataris reports whether the side with the stones own, which is to move, captures at once or by a sequence of ataris,
// each with at most one reply. The enemy never has something to capture instead.
func (w *walk) ataris(own, enemies uint64) bool {
	board := w.game.board
	empty := board &^ (own | enemies)
	if inAtari(enemies, empty, board) != 0 {
		return true
	}
	moves := uint64(0)
	for _, l := range stringsOf(enemies, enemies, empty) {
		if count(l) == 2 {
			moves |= l
		}
	}
	for ; moves != 0; moves &= moves - 1 {
		m := moves & -moves
		after, left := own|m, empty&^m
		if around(stringOf(m, after), left) == 0 || inAtari(after, left, board) != 0 {
			continue // illegal, or the enemy captures
		}
		w.played++
		reply := inAtari(enemies, left, board)
		if !atMostOne(reply) {
			return true // and cannot save both
		}
		if atMostOne(around(stringOf(reply, enemies|reply), left&^reply)) {
			return true // and cannot save it
		}
		w.played++
		if w.ataris(after, enemies|reply) {
			return true
		}
	}
	return false
}

func least(z *zobrist, own, enemies uint64) [2]uint64 {
	best := [2]uint64{own, enemies}
	var images [8][2]uint64
	for i, stones := range best {
		for ; stones != 0; stones &= stones - 1 {
			for s, to := range z.images[bits.TrailingZeros64(stones)] {
				images[s][i] |= 1 << to
			}
		}
	}
	for _, image := range images {
		if image[0] < best[0] || image[0] == best[0] && image[1] < best[1] {
			best = image
		}
	}
	return best
}

// VerifyProof reads a proof and follows it through all moves of the defender by the rules alone. An error tells why it
// fails: the file is cut short or damaged, or a move does not lead to a win. It takes about 50 bytes of memory for each
// byte of the proof.
func VerifyProof(ctx context.Context, r io.Reader) (ProofSummary, error) {
	none := ProofSummary{Winner: NoWinner, Move: noMove}
	head := make([]byte, proofHeader)
	n, err := io.ReadFull(r, head)
	switch {
	case !bytes.HasPrefix([]byte(proofMagic), head[:min(n, len(proofMagic))]):
		return none, fmt.Errorf("not a proof of Atari-Go: it does not begin with %q", proofMagic)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return none, fmt.Errorf("cut short: %d bytes of the %d of the head", n, proofHeader)
	case err != nil:
		return none, err
	}
	var h proofHead
	if _, err := binary.Decode(head[len(proofMagic):], binary.LittleEndian, &h); err != nil {
		return none, err
	}
	g, err := New(int(h.Size))
	if err != nil {
		return none, fmt.Errorf("byte %d: %w", len(proofMagic), err)
	}
	stones, length := h.Stones, h.Moves
	switch {
	case h.Side > 1 || h.Attacker > 1:
		return none, fmt.Errorf("byte %d: sides %d and %d, want 0 or 1", len(proofMagic)+1, h.Side, h.Attacker)
	case (stones[Black]|stones[White])&^g.board != 0 || stones[Black]&stones[White] != 0:
		return none, fmt.Errorf("byte %d: the stones do not fit the board, or one another", len(proofMagic)+3)
	case length > maxProofMoves:
		return none, fmt.Errorf("byte %d: %d moves, want at most %d", len(proofMagic)+19, length, int64(maxProofMoves))
	}
	g.set(stones, int(h.Side))
	for side := range stones {
		if g.weak(side, 0) != 0 {
			return none, fmt.Errorf("byte %d: a string of %s has no liberty", len(proofMagic)+3, SideName(side))
		}
	}
	rest, err := io.ReadAll(io.LimitReader(r, int64(length)+9))
	switch whole := length + 8; {
	case err != nil:
		return none, err
	case uint64(len(rest)) < whole:
		return none, fmt.Errorf("cut short: %d of the %d bytes of the moves and the checksum", len(rest), whole)
	case uint64(len(rest)) > whole:
		return none, fmt.Errorf("byte %d: more after the end", uint64(proofHeader)+whole)
	case binary.LittleEndian.Uint64(rest[length:]) != crc64.Update(crc64.Checksum(head, proofSums), proofSums, rest[:length]):
		return none, errors.New("damaged: the checksum is wrong")
	}
	moves := rest[:length]
	p := ProofSummary{Start: g.Clone(), Winner: int(h.Attacker), Move: noMove, Moves: int(length)}
	at := 0
	walk := walk{game: g, side: p.Winner, choose: func(g *Game) (Point, error) {
		if at&1023 == 0 && ctx.Err() != nil {
			return noMove, ctx.Err()
		}
		if at == len(moves) {
			return noMove, fmt.Errorf("move %d of %d is wanted in\n%v", at+1, length, g)
		}
		at++
		return Point(moves[at-1]), nil
	}}
	if err := walk.run(); err != nil {
		return none, fmt.Errorf("no proof after move %d: %w", at, err)
	}
	if at != len(moves) {
		return none, fmt.Errorf("%d moves, of which %d are needed", len(moves), at)
	}
	if g.side == p.Winner && len(moves) > 0 {
		p.Move = Point(moves[0])
	}
	p.Played = walk.played
	return p, nil
}
