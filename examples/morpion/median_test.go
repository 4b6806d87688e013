package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"pgregory.net/rapid"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// Three histories by hand: the first ends at 50, and the last begins at 20.
func TestSummarize(t *testing.T) {
	lines, err := summarize([]plotter.XYs{
		{{X: 10, Y: 1}, {X: 30, Y: 5}, {X: 50, Y: 6}},
		{{X: 20, Y: 2}, {X: 40, Y: 3}, {X: 60, Y: 9}},
		{{X: 10, Y: 4}, {X: 30, Y: 4}, {X: 30, Y: 7}, {X: 70, Y: 8}},
	})
	want := [len(quantiles)][]float64{{1, 2, 3, 3}, {1, 2, 3, 3}, {2, 5, 5, 6}, {4, 7, 7, 7}, {4, 7, 7, 7}}
	for i, line := range lines {
		var points plotter.XYs
		for j, y := range want[i] {
			points = append(points, plotter.XY{X: []float64{20, 30, 40, 50}[j], Y: y})
		}
		if err != nil || !slices.Equal(line, points) {
			t.Errorf("quantile %v: %v, error %v, want %v", quantiles[i], line, err, points)
		}
	}
	if _, err := summarize([]plotter.XYs{{{X: 1, Y: 1}, {X: 2, Y: 2}}, {{X: 3, Y: 3}}}); err == nil {
		t.Error("no error for histories that have nothing in common")
	}
}

// The quantiles are those of the moves that all histories have at an X, looked up in each of them anew.
func TestSummarizeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const end = 30
		var histories []plotter.XYs
		for range rapid.IntRange(1, 12).Draw(t, "histories") {
			var h plotter.XYs
			x, y := 0, 0
			for x < end {
				h = append(h, plotter.XY{X: float64(x), Y: float64(y)})
				x += rapid.IntRange(0, 9).Draw(t, "x")
				y += rapid.IntRange(0, 3).Draw(t, "y")
			}
			histories = append(histories, append(h, plotter.XY{X: end, Y: float64(y)}))
		}
		lines, err := summarize(histories)
		if err != nil {
			t.Fatal(err)
		}
		for j, point := range lines[0] {
			var moves []float64
			for _, h := range histories {
				at := 0
				for i := range h {
					if h[i].X <= point.X {
						at = i
					}
				}
				moves = append(moves, h[at].Y)
			}
			slices.Sort(moves)
			n := len(moves)
			want := [...]float64{moves[0], moves[(n+3)/4-1], moves[(n+1)/2-1], moves[(3*n+3)/4-1], moves[n-1]}
			for i := range quantiles {
				if lines[i][j] != (plotter.XY{X: point.X, Y: want[i]}) {
					t.Errorf("quantile %v: %v, want %v of %v", quantiles[i], lines[i][j], want[i], moves)
				}
			}
		}
		if last := lines[0][len(lines[0])-1].X; last != end {
			t.Errorf("the lines end at %v", last)
		}
	})
}

// The area within an outline is that of the rectangles under the steps of one line and above those of the other.
func TestBetween(t *testing.T) {
	low := plotter.XYs{{X: 1, Y: 2}, {X: 4, Y: 3}, {X: 6, Y: 3}, {X: 9, Y: 5}}
	high := plotter.XYs{{X: 1, Y: 2}, {X: 4, Y: 7}, {X: 6, Y: 8}, {X: 9, Y: 8}}
	want := 3.0*0 + 2*4 + 3*5
	outline := between(low, high)
	area := 0.0
	for i, p := range outline {
		next := outline[(i+1)%len(outline)]
		area += (p.X*next.Y - next.X*p.Y) / 2
	}
	if area != want {
		t.Errorf("area %v, want %v: %v", area, want, outline)
	}
}

func TestMedianErrors(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	early, late := write("early", "0.1,1,20\n0.5,70,31\n"), write("late", "0.7,90,31\n")
	two, none, one := write("two", "0.1,10,20\n0.5,70,31\n0.1,10,22\n"), write("none", "0.1,0,20\n"), write("one", "0.1,1,20\n")
	counts := write("counts", `{"from":150,"nodes":1}`)
	plot := "plot -o " + filepath.Join(folder, "x.svg")
	clitest.Check(t, command,
		clitest.Case{Args: plot + " -against moves -history " + early, Status: cli.Misuse, Err: "-against: want seconds or play"},
		clitest.Case{Args: plot + " -against playouts -counts " + counts, Status: cli.Misuse, Err: "only with -history"},
		clitest.Case{Args: plot + " -median -counts " + counts, Status: cli.Misuse, Err: "only with -history"},
		clitest.Case{Args: plot + " -median -history " + early + " -history " + late, Status: cli.Failure, Err: "one history ends"},
		clitest.Case{Args: plot + " -median -history " + two, Status: cli.Failure, Err: "two: -median: want a file for each search"},
		clitest.Case{Args: plot + " -against playouts -history " + none, Status: cli.Failure, Err: "none: an empty history"},
		// A logarithmic scale has room for one point at 1.
		clitest.Case{Args: plot + " -counts " + counts},
		clitest.Case{Args: plot + " -against playouts -history " + one},
		clitest.Case{Args: plot + " -against playouts -median -history " + one},
	)
	// The axis and the median are named.
	for _, against := range measures {
		name := filepath.Join(folder, against+".svg")
		clitest.Output(t, command, "plot", "-median", "-against", against, "-history", early, "-history", early, "-o", name)
		data, err := os.ReadFile(name)
		if text := string(data); err != nil || !strings.Contains(text, against) || !strings.Contains(text, "median of 2") {
			t.Errorf("%s, error %v", text, err)
		}
	}
}
