package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/gtp"
)

// A contestant is an engine in a match that a referee leads.
type contestant struct {
	name   string
	start  func() (*gtp.Client, error)
	client *gtp.Client // nil if it has to be started
}

// close ends the engine.
func (c *contestant) close() {
	if c.client != nil {
		c.client.Close()
		c.client = nil
	}
}

// A fault is why a game was taken from an engine: it died, said nothing for too long, or broke the rules.
type fault struct {
	color goban.Color
	err   error
}

func (f *fault) Error() string { return f.err.Error() }

// A referee leads games between two engines. It keeps the board, so that an engine that cheats is found out.
type referee struct {
	rules   rules
	size    int
	timeout time.Duration // for each answer
}

// A verdict is how a game ended.
type verdict struct {
	winner goban.Color // Empty for a draw
	result string      // as in SGF
	fault  *fault      // nil if nobody broke the rules
	game   *goban.Node
}

// do sends a command to an engine.
func (r *referee) do(ctx context.Context, c *contestant, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	return c.client.Do(ctx, command)
}

// play plays a game. Its error is that of ctx; what engines do wrong is in the verdict.
func (r *referee) play(ctx context.Context, black, white *contestant) (verdict, error) {
	b, err := r.rules.board(r.size)
	if err != nil {
		return verdict{}, err
	}
	players := map[goban.Color]*contestant{goban.Black: black, goban.White: white}
	winner, result, err := r.moves(ctx, b, players)
	if ctx.Err() != nil {
		return verdict{}, ctx.Err()
	}
	v := verdict{winner: winner, result: result, game: b.SGF()}
	if errors.As(err, &v.fault) {
		v.winner = v.fault.color.Opponent()
		v.result = letterOf(v.winner) + "+F"
		v.game.Set("GC", fmt.Sprintf("forfeited by %s: %v", players[v.fault.color].name, err))
	} else if err != nil {
		return verdict{}, err
	}
	v.game.Set("PB", black.name)
	v.game.Set("PW", white.name)
	v.game.Set("RE", v.result)
	return v, nil
}

// letterOf returns B or W.
func letterOf(c goban.Color) string { return strings.ToUpper(c.String()[:1]) }

// moves leads a game to its end. A fault is an error.
func (r *referee) moves(ctx context.Context, b *goban.Board, players map[goban.Color]*contestant) (winner goban.Color, result string, err error) {
	for _, c := range []goban.Color{goban.Black, goban.White} {
		p := players[c]
		if p.client == nil {
			if p.client, err = p.start(); err != nil {
				return 0, "", &fault{c, err}
			}
		}
		for _, command := range []string{fmt.Sprintf("boardsize %d", b.Size()), "clear_board", fmt.Sprintf("komi %g", b.Rules().Komi)} {
			if _, err := r.do(ctx, p, command); err != nil {
				return 0, "", r.fail(p, c, err)
			}
		}
	}
	for limit := 5 * b.Size() * b.Size(); b.Passes() < 2 && b.Played() < limit; {
		c := b.ToMove()
		p, other := players[c], players[c.Opponent()]
		move, err := r.do(ctx, p, "genmove "+letterOf(c))
		if err != nil {
			return 0, "", r.fail(p, c, err)
		}
		if strings.EqualFold(move, "resign") {
			return c.Opponent(), letterOf(c.Opponent()) + "+R", nil
		}
		point, err := b.Parse(move)
		if err == nil {
			err = b.Check(c, point)
		}
		if err != nil {
			return 0, "", r.fail(p, c, fmt.Errorf("illegal move: %w", err))
		}
		if _, err := r.do(ctx, other, "play "+letterOf(c)+" "+b.Name(point)); err != nil {
			return 0, "", r.fail(other, c.Opponent(), err)
		}
		b.Play(point)
	}
	score := r.score(ctx, b, players)
	switch {
	case score > 0:
		return goban.Black, resultOf(score), nil
	case score < 0:
		return goban.White, resultOf(score), nil
	}
	return goban.Empty, "0", nil
}

// fail makes an error a fault of an engine, which is started again for the next game.
func (r *referee) fail(p *contestant, c goban.Color, err error) error {
	p.close()
	return &fault{c, err}
}

// score returns the score that both engines tell, if they agree, or else that without the stones that random games find
// dead.
func (r *referee) score(ctx context.Context, b *goban.Board, players map[goban.Color]*contestant) float64 {
	var told [2]string
	for i, c := range []goban.Color{goban.Black, goban.White} {
		told[i], _ = r.do(ctx, players[c], "final_score") // what is not told is not agreed
	}
	if points, ok := readScore(told[0]); ok {
		if other, ok := readScore(told[1]); ok && points == other {
			return points
		}
	}
	score, err := weiqi.Of(b.Clone(), weiqi.Knowledge{}).FinalScore()
	if err != nil {
		return b.Score()
	}
	return score
}

// readScore reads a score such as B+3.5, for Black.
func readScore(text string) (float64, bool) {
	var points float64
	switch {
	case text == "0":
		return 0, true
	case len(text) < 3 || text[1] != '+':
		return 0, false
	}
	if _, err := fmt.Sscanf(text[2:], "%g", &points); err != nil {
		return 0, false
	}
	switch text[0] {
	case 'B', 'b':
		return points, true
	case 'W', 'w':
		return -points, true
	}
	return 0, false
}

// sgf writes a game on one line.
func sgf(game *goban.Node) (string, error) {
	var out bytes.Buffer
	if err := goban.WriteSGF(&out, game); err != nil {
		return "", err
	}
	return strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", ""), nil
}
