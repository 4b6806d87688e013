package neural

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// A Request asks for games of self-play. It can be encoded as JSON.
type Request struct {
	// Generation is the number of the generation of [Train] to which the games belong.
	Generation int `json:"generation"`

	// Numbers are the numbers of the games to play. The random numbers of a game depend on its number and on the field
	// Seed.
	Numbers []int     `json:"numbers"`
	Seed    [2]uint64 `json:"seed"`

	// Network is the network that plays the games, as written by [Network.Save].
	Network []byte `json:"network"`
}

// PlayGames plays the games of a request and returns them as lines. The function [Options].Play passes these lines to
// its argument write. PlayGames uses only the fields SelfPlay, Workers and GamesPerWorker of opt. If ctx ends, it
// returns the error of ctx.
func PlayGames[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](ctx context.Context, d Description[G, M], opt Options[M], r Request) ([]byte, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	if err := opt.suit(&v.shape); err != nil {
		return nil, err
	}
	n, err := decode(r.Network, &v.shape)
	if err != nil {
		return nil, fmt.Errorf("neural: the network of the request: %w", err)
	}
	for _, number := range r.Numbers {
		if number < 0 {
			return nil, fmt.Errorf("neural: a game with the number %d", number)
		}
	}
	opt = opt.usual()
	var lines []byte
	p := &gameplay[G, M]{
		view: v, opt: &opt.SelfPlay, seed: r.Seed, numbers: r.Numbers, workers: opt.Workers, together: opt.GamesPerWorker,
		evaluate: func() (puct.Evaluator[G, M], error) { return evaluatorOf(n, v) },
		write: func(r *record[M]) error {
			line, err := encodeGame(r)
			lines = append(lines, line...)
			return err
		},
	}
	if err := p.play(ctx); err != nil {
		return nil, err
	}
	return lines, ctx.Err()
}

const workerCache = 1 << 16

// evaluatorOf returns the evaluator of a worker, with a cache if the game has hashes.
func evaluatorOf[G position[M], M comparable](n *Network, v *view[G, M]) (puct.Evaluator[G, M], error) {
	var opt EvaluatorOptions
	if _, ok := any(*new(G)).(ply.Hasher); ok {
		opt.CacheEntries = workerCache
	}
	e, err := newEvaluator(n, v, opt)
	if err != nil {
		return nil, err
	}
	return e.evaluate, nil
}

func (l *loop[G, M]) playElsewhere(ctx context.Context, g *Generation, r Request, w *gameWriter[M]) (err error) {
	if len(r.Numbers) > 0 {
		if r.Network, err = l.best.encode(); err != nil {
			return err
		}
		wanted := make(map[int]bool, len(r.Numbers))
		for _, n := range r.Numbers {
			wanted[n] = true
		}
		write := func(lines []byte) error {
			for line := range bytes.Lines(lines) {
				record, err := decodeGame(bytes.TrimSuffix(line, []byte("\n")), l.view)
				switch {
				case err != nil:
					return fmt.Errorf("neural: a game that was played elsewhere: %w", err)
				case !wanted[record.number]:
					continue // there already, or not asked for
				}
				delete(wanted, record.number)
				if err := w.write(record); err != nil {
					return err
				}
				l.report("play", l.opt.Games-len(wanted), l.opt.Games, len(wanted) == 0)
			}
			return nil
		}
		err := l.opt.Play(ctx, r, write)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("neural: %w", err)
		case len(wanted) > 0:
			return errLacking
		}
	}
	return l.count(g, w)
}

var errLacking = errors.New("neural: Play has returned before all games were there")
