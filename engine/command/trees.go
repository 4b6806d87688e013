package command

import (
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

var treeKinds = []struct{ name, help string }{
	{"uct", "tree search by the bandit of Hoeffding (k=0.25)"},
	{"bernstein", "the same by the bandit of Bernstein (k=0.01)"},
	{"tuned", "the same by UCB1-Tuned (k=1)"},
	{"rave", "uct with RAVE (k=0)"},
	{"grave", "rave with RAVE of a position that saw this number of simulations (ref=50)"},
}

// Trees returns five players for experiments with package [mcts]. The players uct, bernstein and tuned are named after
// their bandits; the players rave and grave are named after their kind of RAVE. All five have settings for most
// [mcts.Options]. change, if not nil, modifies the options of each player. rave is the default weight of RAVE in the
// players rave and grave. If a user sets no limits, each player makes 1000 simulations for each move.
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
			p.Help += "\n" + settings // settings of all kinds
		}
		players = append(players, p)
	}
	return players
}
