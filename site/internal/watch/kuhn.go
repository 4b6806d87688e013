package watch

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/poker/poker"
	"github.com/ply-search/ply/search/regret"
	"github.com/ply-search/ply/site/internal/svg"
)

func regrets() Demo {
	return Demo{
		Name:  "regret",
		Title: "Counterfactual regret minimization",
		Short: "Two players learn to bluff in a tiny poker game, until neither can gain any more.",
		About: "In Kuhn poker, each player gets one of three cards (jack, queen, king) and may bet one chip. Each iteration computes the gain that every other " +
			"decision would have had against the current strategies (its regret), and increases the probability of decisions with regret. The average of all " +
			"strategies approaches an equilibrium, in which the second player wins 1/18 per game. The jack starts to bluff, and the queen calls some bets.",
		Paper:    "Zinkevich, Johanson, Bowling and Piccione, 2007; CFR+: Tammelin, 2014.",
		Package:  "search/regret",
		Settings: []Setting{{"frames", "Frames", 5, 60, 40}},
		Function: "iterate",
		Run:      watchKuhn,
	}
}

// iterate returns the average strategy after a number of iterations.
func iterate(ctx context.Context, iterations int) (regret.Result[poker.Move], error) {
	game, err := poker.New(poker.Kuhn)
	if err != nil {
		return regret.Result[poker.Move]{}, err
	}
	return regret.CFRPlus(ctx, game, ply.Limits{Nodes: iterations}, 0, regret.Options[poker.Move]{})
}

// A kuhnFilm shows average strategies after growing numbers of iterations.
type kuhnFilm struct{ results []regret.Result[poker.Move] }

func watchKuhn(ctx context.Context, v Values, _ func(Film)) (Film, error) {
	f := new(kuhnFilm)
	for iterations := 1; len(f.results) < v["frames"]; iterations = max(iterations+1, iterations*6/5) {
		r, err := iterate(ctx, iterations)
		if err != nil {
			return nil, err
		}
		f.results = append(f.results, r)
	}
	return f, nil
}

// Len implements Film.
func (f *kuhnFilm) Len() int { return len(f.results) }

// Frame implements Film.
func (f *kuhnFilm) Frame(i int) Frame {
	r := f.results[i]
	frame := Frame{Said: fmt.Sprintf("After %s a player that knows the strategy gains %.5f more than it should.", count(r.Nodes, "iteration"), r.Exploitability)}
	var rows [2][]regret.Information[poker.Move]
	for information := range r.Strategy.All() {
		rows[information.Player] = append(rows[information.Player], information)
	}
	for player, all := range rows {
		// The order of the search depends on the first cards dealt.
		slices.SortFunc(all, func(a, b regret.Information[poker.Move]) int { return bytes.Compare(a.Key, b.Key) })
		d := svg.New(treeWidth, float64(7*len(all)+2))
		var figures []Figure
		for k, information := range all {
			y := float64(7*k + 2)
			key := poker.Kuhn.Key(information.Key)
			d.Text("label start", svg.At(3, y+3), 3.2, key)
			x := 38.0
			var parts []string
			for m, move := range information.Moves {
				width := 58 * information.Probabilities[m]
				d.Rect(fmt.Sprintf("bar act%d", move), x, y, width, 5)
				if width > 12 {
					d.Text("inside", svg.At(x+width/2, y+2.6), 2.6, fmt.Sprintf("%v %.0f %%", move, 100*information.Probabilities[m]))
				}
				x += width
				parts = append(parts, fmt.Sprintf("%v %.3f", move, information.Probabilities[m]))
			}
			figures = append(figures, figure(key, strings.Join(parts, ", ")))
		}
		if player == 0 {
			figures = append(figures, figure("iterations", r.Nodes), figure("value", fmt.Sprintf("%.5f", r.Values[0])))
		} else {
			figures = append(figures, figure("exploitability", fmt.Sprintf("%.5f", r.Exploitability)), figure("value", fmt.Sprintf("%.5f", r.Values[1])))
		}
		title := [2]string{"The first player", "The second player"}[player]
		frame.Panels = append(frame.Panels, Panel{Title: title, Picture: d.SVG("tree", title+": what it does with each card"), Figures: figures})
	}
	return frame
}
