package threat_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A Strip is a row of points on which two sides place stones. The attacker wants three in a row. Move 2p is a stone of
// the attacker on point p, 2p+1 one of the defender.
type Strip struct {
	points    []byte // '.', 'X' for the attacker, 'O' for the defender
	defending bool
}

func (s *Strip) Moves(dst []int) []int {
	for p, c := range s.points {
		if c == '.' {
			dst = append(dst, s.move(p))
		}
	}
	return dst
}

func (s *Strip) move(p int) int {
	if s.defending {
		return 2*p + 1
	}
	return 2 * p
}

func (s *Strip) Play(m int) {
	s.points[m/2] = "XO"[m%2]
	s.defending = !s.defending
}

func (s *Strip) Undo(m int) {
	s.points[m/2] = '.'
	s.defending = !s.defending
}

func (s *Strip) Pass() bool      { s.defending = !s.defending; return true }
func (s *Strip) Unpass()         { s.defending = !s.defending }
func (s *Strip) Attacking() bool { return !s.defending }
func (s *Strip) Acyclic() bool   { return true }

func (s *Strip) Hash() uint64 {
	return transposition.Hash(fmt.Append(nil, string(s.points), s.defending))
}

// Goal is won if three stones of the attacker are in a row, and depends on these.
func (s *Strip) Standing(_ int, trace *dependency.Trace) threat.Standing {
	for p := range len(s.points) - 2 {
		if string(s.points[p:p+3]) == "XXX" {
			for i := range 3 {
				trace.Add(int32(p + i))
			}
			return threat.Won
		}
	}
	return threat.Open
}

// Attacks lists all moves, which costs time only.
func (s *Strip) Attacks(_ int, dst []int) []int { return s.Moves(dst) }

// A move depends on its point being empty, and changes only that.
func (s *Strip) TraceMove(m int, _ int, trace *dependency.Trace) { trace.Add(int32(m / 2)) }

func (s *Strip) Replies(_ int, trace *dependency.Trace, dst []int) []int {
	for p := range trace.Cells() {
		if s.points[p] == '.' {
			dst = append(dst, s.move(int(p)))
		}
	}
	return dst
}

func Example() {
	strip := &Strip{points: []byte("..X......O")}
	result, err := threat.Search(context.Background(), strip, ply.Limits{}, threat.Options[int]{Threat: threat.Threat{1}, Changes: 1})
	if err != nil {
		log.Fatal(err)
	}
	move, _ := result.Move()
	fmt.Println("won:", result.Won, "by a stone on point", move/2)
	fmt.Print("it depends on points")
	for p := range result.Trace.Cells() {
		fmt.Print(" ", p)
	}
	fmt.Println()
	// Output:
	// won: true by a stone on point 1
	// it depends on points 0 1 2 3
}

func ExampleSearch() {
	strip := &Strip{points: []byte("..X......O")}
	for _, of := range []threat.Threat{nil, {1}} {
		result, err := threat.Search(context.Background(), strip, ply.Limits{}, threat.Options[int]{Threat: of})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("threat %q: won %v, %d positions\n", of, result.Won, result.Nodes)
	}
	// Output:
	// threat "": won false, 9 positions
	// threat "1": won true, 24 positions
}

// Lambda df-pn.
func ExampleSearch_proofNumbers() {
	strip := &Strip{points: []byte(".O....X...O")}
	result, err := threat.Search(context.Background(), strip, ply.Limits{Nodes: 10_000}, threat.Options[int]{
		Threat:       threat.Lambda(2),
		ProofNumbers: true,
		Table:        transposition.NewTable(32 << 10),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, result.Won)
	// Output:
	// complete true
}

func ExampleAssess() {
	for _, points := range []string{".XX.", "..X..", "..XO"} {
		strip := &Strip{points: []byte(points)}
		standing, _, defenderFirst, err := threat.Assess(context.Background(), strip, ply.Limits{}, threat.Options[int]{Threat: threat.Lambda(2)})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(points, standing)
		for _, m := range defenderFirst.Moves {
			fmt.Println("prevented by", m/2)
		}
	}
	// Output:
	// .XX. won
	// ..X.. winnable
	// prevented by 1
	// ..XO lost
}

func ExampleLambda() {
	fmt.Println(threat.Lambda(0).Order(), threat.Lambda(1), threat.Lambda(2))
	// Output:
	// 0 * *,*
}

func ExampleThreat_UnmarshalText() {
	for _, text := range []string{"6,3,2,0", "(*, 2)", "2,3,1"} {
		var of threat.Threat
		err := of.UnmarshalText([]byte(text))
		fmt.Println(of, of.Order(), err)
	}
	// Output:
	// 6,3,2,0 3 <nil>
	// *,2 2 <nil>
	//  0 threat 2,3,1: its number 2 is greater than the one before; a threat of order 2 takes threats of order 1
}

func ExampleOptions() {
	// All moves that win, with small threats first, at most ten thousand positions, and a trace that two moves
	// elsewhere do not harm.
	strip := &Strip{points: []byte("O..O....X...O")}
	result, err := threat.Search(context.Background(), strip, ply.Limits{Nodes: 10_000}, threat.Options[int]{
		Threat:   threat.Threat{3, 1},
		Widening: true,
		AllMoves: true,
		Changes:  2,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range result.Moves {
		fmt.Println("wins by threats", result.Threat, "with point", m/2)
	}
	// Output:
	// wins by threats 3 with point 7
	// wins by threats 3 with point 9
}

func ExampleResult_Move() {
	strip := &Strip{points: []byte("XX.O"), defending: true}
	result, err := threat.Search(context.Background(), strip, ply.Limits{}, threat.Options[int]{Threat: threat.Threat{1}})
	if err != nil {
		log.Fatal(err)
	}
	if move, ok := result.Move(); ok && !result.Won {
		fmt.Println("the defender prevents it by a stone on point", move/2)
	}
	// Output:
	// the defender prevents it by a stone on point 2
}
