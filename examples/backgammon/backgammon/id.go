package backgammon

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// idBytes is the length of a position ID before it is encoded.
const idBytes = 10

// ID returns the position ID of GNU Backgammon: 14 characters that encode the checkers as the side whose turn it is sees them,
// but not that side, the throw or, at the start, that the first throw is no double.
func (g *Game) ID() string {
	var key [idBytes]byte
	bit := 0
	for _, side := range []int8{1 - g.now.side, g.now.side} {
		for point := 1; point <= Bar; point++ {
			for range g.now.checkers[side][point] {
				key[bit/8] |= 1 << (bit % 8)
				bit++
			}
			bit++
		}
	}
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// FromID returns the position with a position ID of GNU Backgammon (see [Game.ID]). White is to throw.
func FromID(id string) (*Game, error) {
	key, err := base64.RawStdEncoding.Strict().DecodeString(id)
	if err != nil {
		return nil, fmt.Errorf("backgammon: position ID %q: %w", id, err)
	}
	if len(key) != idBytes {
		return nil, fmt.Errorf("backgammon: position ID %q: want 14 characters", id)
	}
	g := new(Game)
	if err := g.now.decode(key); err != nil {
		return nil, fmt.Errorf("backgammon: position ID %q: %w", id, err)
	}
	return g, nil
}

// decode puts the checkers of an ID, White's last, on an empty board.
func (p *position) decode(key []byte) error {
	side, point := 1, 1
	for bit := range 8 * len(key) {
		switch {
		case key[bit/8]>>(bit%8)&1 == 0:
			if point++; point > Bar {
				side, point = side-1, 1
			}
		case side < 0:
			return errors.New("bits after the last point")
		case p.checkers[side][point] == Checkers:
			return errors.New("too many checkers")
		default:
			p.add(side, point, 1)
		}
	}
	if side >= 0 {
		return errors.New("too many checkers")
	}
	for side := range 2 {
		left := Checkers
		for _, n := range p.checkers[side] {
			left -= int(n)
		}
		if left < 0 {
			return errors.New("too many checkers")
		}
		p.add(side, Off, left)
	}
	switch {
	case flip(p.occupied[0])&p.occupied[1] != 0:
		return errors.New("checkers of both sides on one point")
	case p.checkers[0][Off] == Checkers:
		return errors.New("the side to throw has won")
	case p.shut(0) && p.shut(1):
		return errors.New("no side can move ever again")
	}
	return nil
}

// shut reports whether a side is on the bar against six made points.
func (p *position) shut(side int) bool {
	return p.checkers[side][Bar] > 0 && p.made[1-side]&home == home
}
