package play

import (
	"io"

	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/mcts"
)

// mostShown is the greatest number of positions of a tree that the page shows.
const mostShown = 1000

// Tree implements Session.
func (s *session[G, M]) Tree(saved io.Reader, depth, visits int) (*graph.Graph, error) {
	tree, err := mcts.New(s.game, mcts.Options[M]{})
	if err != nil {
		return nil, err
	}
	if err := tree.Load(saved); err != nil {
		return nil, err
	}
	return graph.FromTree(tree.All(visits), depth, mostShown, func(line []M) string { return s.line(line)[len(line)-1] })
}
