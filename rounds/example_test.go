package rounds_test

import (
	"fmt"

	"github.com/ply-search/ply/rounds"
)

// Signs is rock, paper, scissors: a game of joint moves. Moves are 0, 1 and 2; each beats the one before.
type Signs struct{ shown []int }

func (g *Signs) Players() int      { return 2 }
func (g *Signs) PlayJoint(m []int) { g.shown = append(g.shown, m...) }
func (g *Signs) UndoJoint([]int)   { g.shown = nil }
func (g *Signs) Clone() *Signs     { return &Signs{append([]int(nil), g.shown...)} }
func (g *Signs) Outcomes(values []int) {
	values[0] = (g.shown[0]-g.shown[1]+4)%3 - 1
	values[1] = -values[0]
}

func (g *Signs) MovesOf(player int, dst []int) []int {
	if player < 0 || g.shown != nil {
		return dst
	}
	return append(dst, 0, 1, 2)
}

// The players of a serialized game move one after the other, and do not see the earlier moves of the same round.
func ExampleSerialize() {
	g := rounds.Serialize(&Signs{})
	for _, sign := range []int{2, 1} {
		fmt.Printf("player %d of round %d knows %v and plays %d\n", g.ToMove(), g.Round(), g.AppendInformation(nil, g.ToMove()), sign)
		g.Play(sign)
	}
	values := make([]int, 2)
	g.Outcomes(values)
	fmt.Println("outcomes", values)
	// Output:
	// player 0 of round 0 knows [] and plays 2
	// player 1 of round 1 knows [] and plays 1
	// outcomes [1 -1]
}

// The rounds of a serialized game are joint moves again.
func ExampleJointOf() {
	g, err := rounds.JointOf(rounds.Serialize(&Signs{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("moves of player 1:", g.MovesOf(1, nil))
	g.PlayJoint([]int{2, 1})
	values := make([]int, 2)
	g.Outcomes(values)
	fmt.Println("outcomes", values)
	// Output:
	// moves of player 1: [0 1 2]
	// outcomes [1 -1]
}
