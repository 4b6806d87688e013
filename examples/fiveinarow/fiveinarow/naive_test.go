package fiveinarow

import "slices"

// A naive position is searched by the definition, for the tests: the attacker makes moves that threaten to
// win, and the defender any move.
type naive struct {
	stones         Position
	attacker, rule int
	plan           []Square // the moves that the attacker tries, or nil for all
	seen           map[naiveKey]bool
}

type naiveKey struct {
	stones Position
	depth  int
}

func newNaive(p *Position, side Stone, rule Rule) *naive {
	return &naive{stones: *p, attacker: int(side), rule: int(rule), seen: make(map[naiveKey]bool)}
}

// at returns what is on a square, or -1 beyond the border.
func (n *naive) at(x, y int) int {
	if x < 0 || x >= Size || y < 0 || y >= Size {
		return -1
	}
	return int(n.stones[y*Size+x])
}

// winsOn reports whether a side wins by playing on an empty square.
func (n *naive) winsOn(square, side int) bool {
	x, y := square%Size, square/Size
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		count := 1
		for _, sign := range []int{-1, 1} {
			for i := 1; n.at(x+sign*i*d[0], y+sign*i*d[1]) == side; i++ {
				count++
			}
		}
		if count == 5 || count > 5 && n.rule == int(FiveOrMore) {
			return true
		}
	}
	return false
}

// in returns the empty squares of the rows of five that have at least this number of stones of a side, and none
// of the other.
func (n *naive) in(side, stones int) []int {
	var found []int
	seen := [squares]bool{}
	for y := range Size {
		for x := range Size {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				if n.at(x+4*d[0], y+4*d[1]) < 0 {
					continue
				}
				count := [3]int{}
				for i := range 5 {
					count[n.stones[(y+i*d[1])*Size+x+i*d[0]]]++
				}
				if count[side] < stones || count[3-side] > 0 {
					continue
				}
				for i := range 5 {
					s := (y+i*d[1])*Size + x + i*d[0]
					if n.stones[s] == Empty && !seen[s] {
						seen[s] = true
						found = append(found, s)
					}
				}
			}
		}
	}
	return found
}

// fives returns the squares on which a side wins at once.
func (n *naive) fives(side int) []int {
	return slices.DeleteFunc(n.in(side, 4), func(s int) bool { return !n.winsOn(s, side) })
}

// forks reports whether the attacker, who has no five to make, has a move after which there are two.
func (n *naive) forks() bool {
	return slices.ContainsFunc(n.in(n.attacker, 3), func(s int) bool {
		n.stones[s] = Stone(n.attacker)
		defer func() { n.stones[s] = Empty }()
		return len(n.fives(n.attacker)) > 1
	})
}

// wins reports whether the attacker, to move, wins by at most depth threats.
func (n *naive) wins(depth int) bool {
	key := naiveKey{n.stones, depth}
	if wins, known := n.seen[key]; known {
		return wins
	}
	wins := n.winsNow(depth)
	n.seen[key] = wins
	return wins
}

func (n *naive) winsNow(depth int) bool {
	defender := 3 - n.attacker
	if len(n.fives(n.attacker)) > 0 {
		return true
	}
	must := n.fives(defender)
	if depth == 0 || len(must) > 1 {
		return false
	}
	if len(must) == 0 {
		if n.forks() {
			return true // the defender has no five, and cannot stop two
		}
		must = n.tries()
	}
	return slices.ContainsFunc(must, func(s int) bool {
		n.stones[s] = Stone(n.attacker)
		defer func() { n.stones[s] = Empty }()
		if n.plan != nil {
			return n.threatens(depth) // the plan is bound enough
		}
		return n.threatens(depth - 1)
	})
}

// tries returns the moves that the attacker tries.
func (n *naive) tries() []int {
	if n.plan == nil {
		return n.in(n.attacker, 2) // others cannot threaten anything
	}
	var tries []int
	for _, s := range n.plan {
		if n.stones[s] == Empty {
			tries = append(tries, int(s))
		}
	}
	return tries
}

// threatens reports whether the attacker wins by at most depth threats whatever the defender plays now.
func (n *naive) threatens(depth int) bool {
	defender := 3 - n.attacker
	if len(n.fives(defender)) > 0 {
		return false
	}
	fives := n.fives(n.attacker)
	switch {
	case len(fives) > 1:
		return true
	case len(fives) == 0 && !n.forks():
		return false
	}
	replies := fives // elsewhere than on the only five, the defender loses at once
	if len(fives) == 0 {
		replies = n.in(n.attacker, 3) // first, for they are the likeliest to help
		for s, stone := range n.stones {
			if stone == Empty && !slices.Contains(replies, s) {
				replies = append(replies, s)
			}
		}
	}
	for _, s := range replies {
		n.stones[s] = Stone(defender)
		wins := n.wins(depth)
		n.stones[s] = Empty
		if !wins {
			return false
		}
	}
	return true
}
