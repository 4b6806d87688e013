package goban_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
)

// ladder reports whether the colour to move captures the string at prey by ataris alone.
func ladder(b *goban.Board, prey goban.Point) bool {
	if b.LibertyCount(prey) == 1 {
		return true
	}
	for _, atari := range b.Liberties(prey, nil) {
		if b.LibertyCount(prey) != 2 || !b.Legal(atari) {
			continue
		}
		b.Play(atari)
		flight := b.Liberties(prey, nil)[0]
		caught := b.LibertyCount(atari) > 1 // otherwise it is taken
		if caught && b.Legal(flight) {
			b.Play(flight)
			caught = ladder(b, prey)
			b.Undo()
		}
		b.Undo()
		if caught {
			return true
		}
	}
	return false
}

func Example_ladder() {
	for _, text := range []string{ // the second has a white stone in the way
		". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. X X . . . .\n. X O . . . .\n. . X X . . .\nwhite to move",
		". . . . . . .\n. . . . . . .\n. . . . O . .\n. . . . . . .\n. X X . . . .\n. X O . . . .\n. . X X . . .\nwhite to move",
	} {
		b, err := goban.ReadText(strings.NewReader(text), goban.Rules{})
		if err != nil {
			fmt.Println(err)
			return
		}
		b.Play(b.Point(3, 1)) // White flees
		fmt.Println(ladder(b, b.Point(2, 1)))
	}
	// Output:
	// true
	// false
}

// A ko: White may not take back at once.
func ExampleBoard_Check() {
	b, err := goban.ReadText(strings.NewReader(".XO.\nXO.O\n.XO.\n....\n"), goban.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	black, white := b.Point(2, 2), b.Point(1, 2)
	b.Play(black)
	fmt.Print(b)
	fmt.Println(b.Check(goban.White, white))
	// Output:
	//    A B C D
	//  4 . X O . 4
	//  3 X + X O 3
	//  2 . X O . 2
	//  1 . . . . 1
	//    A B C D
	// white to move
	// white B3: ko
}

func ExampleReplay() {
	games, err := sgf.Read(strings.NewReader("(;GM[1]SZ[5]KM[0.5];B[cc];W[bc](;B[bb];W[cb])(;B[bd]))"))
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := games[0].Variation(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, moves, err := goban.Replay(line, goban.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(moves), "moves, the last", b.Name(b.Last()))
	if err := goban.WriteSGF(os.Stdout, b.SGF()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3 moves, the last B2
	// (;FF[4]GM[1]SZ[5]KM[0.5];B[cc];W[bc];B[bd])
}
