package command

import (
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

// treeKinds are the kinds of trees, each with its help.
var treeKinds = []struct{ name, help string }{
	{"uct", "tree search by the bandit of Hoeffding (k=0.25)"},
	{"bernstein", "the same by the bandit of Bernstein (k=0.01)"},
	{"tuned", "the same by UCB1-Tuned (k=1)"},
	{"rave", "uct with RAVE (k=0)"},
	{"grave", "rave with RAVE of a position that saw this number of simulations (ref=50)"},
}

// Trees returns players for experiments with package [mcts]: uct, bernstein, tuned, rave and grave, by the bandits of these names,
// with settings for most of its options. change, if not nil, adds what the game needs to the options. rave is the usual weight of
// RAVE. Without limits they make 1000 simulations for a move.
func Trees[G ply.AdversarialGame[M], M comparable](rave float64, change func(opt *mcts.Options[M])) []Player[G, M] {
	var players []Player[G, M]
	_, settings, _ := strings.Cut(sampling.Help, "What they take:\n")
	for i, kind := range treeKinds {
		p := tree[G](kind.name, kind.help, func(s *Settings) mcts.Options[M] {
			opt := sampling.Read[M](s, rave).Options
			if change != nil {
				change(&opt)
			}
			return opt
		})
		p.Limits = ply.Limits{Nodes: 1000}
		if i == len(treeKinds)-1 {
			p.Help += "\n" + settings // of all of them
		}
		players = append(players, p)
	}
	return players
}
