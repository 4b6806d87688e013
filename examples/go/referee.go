package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/gtp/referee"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
)

// A position is the board of a referee, with a bound on the moves of a game.
type position struct {
	*goban.Board
	limit int
}

// Turn implements [referee.Game].
func (p position) Turn() (gtp.Colour, bool) {
	return sideOf(p.ToMove()), p.Passes() >= 2 || p.Played() >= p.limit
}

// Play implements [referee.Game].
func (p position) Play(move string) (string, error) {
	point, err := p.Parse(move)
	if err == nil {
		err = p.Check(p.ToMove(), point)
	}
	if err != nil {
		return "", err
	}
	p.Board.Play(point)
	return p.Name(point), nil
}

// A goReferee leads games of Go.
type goReferee struct {
	referee.Referee
	rules rules
	size  int
}

// newReferee returns a referee that waits so long for each answer.
func newReferee(r rules, size int, timeout time.Duration) *goReferee {
	setup := []string{fmt.Sprintf("boardsize %d", size), "clear_board", fmt.Sprintf("komi %g", r.komi)}
	return &goReferee{referee.Referee{Timeout: timeout, Setup: setup}, r, size}
}

// A verdict is how a game ended.
type verdict struct {
	referee.Verdict
	game *goban.Node
}

// play plays a game. Its error is that of ctx; what engines do wrong is in the verdict.
func (r *goReferee) play(ctx context.Context, black, white *referee.Contestant) (verdict, error) {
	b, err := r.rules.board(r.size)
	if err != nil {
		return verdict{}, err
	}
	players := referee.Players{gtp.Black: black, gtp.White: white}
	p := position{b, 5 * b.Size() * b.Size()}
	resigned, err := r.Lead(ctx, p, players)
	score := 0.0
	v, err := referee.Judge(p, players, resigned, err, func() *referee.Contestant {
		if score = r.score(ctx, b, players); score > 0 {
			return black
		} else if score < 0 {
			return white
		}
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return verdict{}, err
	}
	winner := "W"
	if v.Winner == black {
		winner = "B"
	}
	result, game := resultOf(score), b.SGF()
	switch {
	case v.Fault != nil:
		result = winner + "+F"
		game.Set("GC", fmt.Sprintf("forfeited by %s: %v", players[v.Fault.Colour].Name, v.Fault))
	case resigned:
		result = winner + "+R"
	}
	game.Set("PB", black.Name)
	game.Set("PW", white.Name)
	game.Set("RE", result)
	return verdict{v, game}, nil
}

// score returns the score that both engines tell, if they agree, or else that without the stones that playouts find
// dead.
func (r *goReferee) score(ctx context.Context, b *goban.Board, players referee.Players) float64 {
	var told [2]string
	for i, p := range players {
		told[i], _ = r.Do(ctx, p, "final_score") // what is not told is not agreed
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

// oneLine writes a game on one line.
func oneLine(game *goban.Node) (string, error) {
	var out bytes.Buffer
	if err := goban.WriteSGF(&out, game); err != nil {
		return "", err
	}
	return strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", ""), nil
}
