package watch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/doubleletter/doubleletter"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/site/internal/svg"
)

func dependencies() Demo {
	return Demo{
		Name:  "dependency",
		Title: "Dependency-based search",
		Short: "A word puzzle solved by its parts, each of which is found once.",
		About: "Two equal adjacent letters may be replaced by the previous or the next letter of the alphabet (a follows e). The goal is a single " +
			"letter. Dependency-based search does not enumerate positions. It reduces each part of the word to a letter only once, independently of " +
			"the other parts, and combines parts that fit. Each dot is a move above the part of the word that it replaces, with the new letter. " +
			"The last move is red. At the end, the moves of the solution are green.",
		Paper:   "Allis, “Searching for solutions in games and artificial intelligence”, 1994, chapter 3.",
		Package: "dependency",
		Settings: []Setting{
			{"seed", "Seed", 0, 999, 3},
			{"length", "Letters", 2, 14, 9},
		},
		Function: "combine",
		Run:      watchDependency,
	}
}

// combine solves a puzzle by dependency-based search and by breadth-first search.
func combine(ctx context.Context, game *dependency.Game[doubleletter.Move]) (r dependency.Result[doubleletter.Move], breadth search.Result[doubleletter.Move], err error) {
	if r, err = dependency.Search(ctx, game, ply.Limits{}, dependency.Options[doubleletter.Move]{StopAtSolution: true}); err != nil {
		return r, breadth, err
	}
	positions := search.Graph(game, nil)
	breadth, err = search.BreadthFirst(ctx, positions, ply.Limits{}, search.Options[doubleletter.Move]{StopAtSolution: true})
	return r, breadth, err
}

const letters = 5 // of the alphabet

// randomWord makes a solvable word, backwards from a single letter.
func randomWord(length int, random *rand.Rand) string {
	word := []byte{byte(random.IntN(letters))}
	for len(word) < length {
		i := random.IntN(len(word))
		letter := (word[i] + byte(1+random.IntN(2)*(letters-2))) % letters
		word = append(word[:i], append([]byte{letter, letter}, word[i+1:]...)...)
	}
	for i := range word {
		word[i] += 'a'
	}
	return string(word)
}

// A dependencyFilm shows the moves in the order in which they are found.
type dependencyFilm struct {
	word    string
	nodes   []dependency.Node[doubleletter.Move]
	onPath  map[int]bool
	result  dependency.Result[doubleletter.Move]
	breadth search.Result[doubleletter.Move]
	words   []string
}

func watchDependency(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	f := &dependencyFilm{word: randomWord(v["length"], rand.New(rand.NewPCG(uint64(v["seed"]), 0))), onPath: map[int]bool{}}
	puzzle, err := doubleletter.New(f.word, letters, doubleletter.Any)
	if err != nil {
		return nil, err
	}
	game, err := puzzle.Game()
	if err != nil {
		return nil, err
	}
	if f.result, f.breadth, err = combine(ctx, game); err != nil {
		return nil, err
	}
	for n := range f.result.Graph.Nodes() {
		f.nodes = append(f.nodes, n)
	}
	for _, n := range f.result.Path {
		f.onPath[n] = true
	}
	f.words = puzzle.Words(f.result.Line)
	return f, nil
}

// Len implements Film.
func (f *dependencyFilm) Len() int { return len(f.nodes) }

// Frame implements Film. Node 0 is the initial position: the word.
func (f *dependencyFilm) Frame(i int) Frame {
	d := svg.New(treeWidth, treeHeight)
	n := len(f.word)
	column := (treeWidth - 2*treeMargin) / float64(n)
	x := func(at float64) float64 { return treeMargin + column*at }
	y := func(length int) float64 {
		return treeHeight - 6 - (treeHeight-12)*float64(length-1)/float64(max(1, n-1))
	}
	for k, letter := range f.word {
		d.Text("label", svg.At(x(float64(k)+0.5), treeHeight-3), 4, string(letter))
	}
	last := i == f.Len()-1
	places := map[[3]int8]int{} // moves with the same part and result are neighbours
	at := make([]svg.Point, i+1)
	for id, node := range f.nodes[:i+1] {
		if node.ID == 0 {
			continue
		}
		m := node.Move
		key := [3]int8{m.From, m.To}
		p := svg.At(x(float64(m.From+m.To)/2)+2.5*float64((places[key]+1)/2)*float64(1-2*(places[key]%2)), y(int(m.To-m.From)))
		places[key]++
		at[id] = p
		class := "arc"
		if last && f.onPath[id] {
			class = "arc win"
		}
		for _, part := range [2][2]int8{{m.From, m.Middle}, {m.Middle, m.To}} {
			to := svg.At(x(float64(part[0]+part[1])/2), treeHeight-5)
			for _, parent := range node.Parents {
				if q := f.nodes[parent].Move; parent > 0 && q.From == part[0] && q.To == part[1] {
					to = at[parent]
				}
			}
			d.Path(class, "M"+svg.Number(p.X)+" "+svg.Number(p.Y)+"L"+svg.Number(to.X)+" "+svg.Number(to.Y), 0.25)
		}
	}
	for id, node := range f.nodes[:i+1] {
		if node.ID == 0 {
			continue
		}
		class := "dot"
		switch {
		case last && f.onPath[id]:
			class = "dot good"
		case id == i && !last:
			class = "dot bad"
		}
		d.Circle(class, at[id], 1.25)
		d.Text("inside", at[id], 1.9, string(rune('a'+(node.Move.Result-1)%letters)))
	}
	frame := Frame{Said: fmt.Sprintf("Move %d of the search.", i)}
	figures := []Figure{figure("nodes", i+1), figure("word", f.word)}
	if last {
		frame.Said = fmt.Sprintf("Solved by %s; a breadth-first search of positions takes %d.", count(f.result.Nodes, "node"), f.breadth.Nodes)
		if !f.result.Found {
			frame.Said = "There is no solution."
		}
		figures = append(figures, figure("breadth first", f.breadth.Nodes), figure("solution", strings.Join(f.words, " ")))
	}
	frame.Panels = []Panel{{Title: "Moves over the word", Picture: d.SVG("tree", fmt.Sprintf("%s over the word %s", count(i, "move"), f.word)), Figures: figures}}
	return frame
}
