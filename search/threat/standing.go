package threat

import "fmt"

// A Standing describes for the attacker whether a goal can be reached.
type Standing uint8

const (
	Open     Standing = iota // the goal is neither reached nor lost, or nothing is known
	Lost                     // the attacker does not reach the goal, even with the first move
	Winnable                 // the attacker reaches the goal with the first move, and does not if the defender has it
	Won                      // the attacker has reached the goal, or reaches it even if the defender has the first move
)

// String returns the standing as text: "open", "lost", "winnable" or "won".
func (s Standing) String() string {
	names := [...]string{"open", "lost", "winnable", "won"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Standing(%d)", uint8(s))
	}
	return names[s]
}

// MarshalText returns the text that String returns. It never returns an error.
func (s Standing) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
