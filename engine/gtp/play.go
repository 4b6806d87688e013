package gtp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/played"
)

// A Player plays any game as an [Engine]. [Play] returns one. Besides the commands of all engines it has reg_genmove, analysis,
// and final_score if the game tells its outcome. Only the side to move can move.
type Player[G ply.Game[M], M comparable] struct {
	// First is the colour of side 0.
	First Colour

	// Choose, if not nil, chooses the move of a position that is not finished, in place of the player's own choice, or resigns.
	// The clock is the zero value without time settings.
	Choose func(ctx context.Context, p *engine.Player[M], c engine.Clock) (m M, resigns bool, err error)

	newGame   func(position string) (G, error)
	newPlayer func(g G) (*engine.Player[M], error)
	begin     func() (G, error) // the present game at its start

	player    *engine.Player[M]
	game      G // the same position, to read and to write moves in while the player searches
	played    []M
	generated bool // the last change was a move that the player has chosen
}

// Play returns an engine that plays by the players that newPlayer makes. newGame makes a game in the position that a text
// describes or, if the text is empty, at its start. A size of the board is such a text if the game has a method Size() int, which
// tells it; other games refuse boardsize. Moves are written in the game's notation ([engine.NotationOf]), in letters as they are,
// small or large, and a pass as pass if the notation has it. A player without [engine.Player.Limits] has a second for a move if
// there are no time settings.
func Play[G ply.Game[M], M comparable](newGame func(position string) (G, error), newPlayer func(g G) (*engine.Player[M], error)) (*Player[G, M], error) {
	p := &Player[G, M]{newGame: newGame, newPlayer: newPlayer}
	return p, p.Begin(func() (G, error) { return newGame("") })
}

// Begin begins a game at the position that a function returns, and so does ClearBoard from then on. The games that it returns
// share nothing. After an error all is as before.
func (p *Player[G, M]) Begin(newGame func() (G, error)) error {
	shown, err := newGame()
	if err != nil {
		return err
	}
	g, err := newGame()
	if err != nil {
		return err
	}
	player, err := p.newPlayer(g)
	if err != nil {
		return err
	}
	if p.player != nil {
		_ = p.player.Close() // what its pondering has failed by is of no interest any more
	}
	p.begin, p.player, p.game, p.played, p.generated = newGame, player, shown, nil, false
	return nil
}

// Game returns the game in the present position, to be read only.
func (p *Player[G, M]) Game() G { return p.game }

// BoardSize implements [Engine].
func (p *Player[G, M]) BoardSize(size int) error {
	newGame := func() (G, error) { return p.newGame(strconv.Itoa(size)) }
	if _, ok := any(p.game).(sized); !ok {
		return errors.New("unacceptable size: the board has one size only")
	}
	if g, err := newGame(); err != nil {
		return fmt.Errorf("unacceptable size: %w", err)
	} else if any(g).(sized).Size() != size {
		return errors.New("unacceptable size")
	}
	return p.Begin(newGame)
}

// A sized game has boards of several sizes.
type sized interface{ Size() int }

// ClearBoard implements [Engine].
func (p *Player[G, M]) ClearBoard() error { return p.Begin(p.begin) }

// ToMove returns the colour to move, or Black if there is none.
func (p *Player[G, M]) ToMove() Colour {
	if side, ok := p.side(); ok && side >= 0 && side <= 1 {
		return Colour(side) ^ p.First
	}
	return Black
}

// side returns the side to move, if the game has sides.
func (p *Player[G, M]) side() (int, bool) {
	g, ok := any(p.game).(interface{ ToMove() int })
	if !ok {
		return 0, false
	}
	return g.ToMove(), true
}

// turn returns an error unless it is the turn of a colour.
func (p *Player[G, M]) turn(c Colour) error {
	switch side, ok := p.side(); {
	case !ok || side == int(c^p.First):
		return nil
	case side < 0:
		return errors.New("chance is to move")
	}
	return errors.New("not the turn of that side")
}

// Play implements [Engine]. In positions of chance it plays what has come out, for any colour.
func (p *Player[G, M]) Play(c Colour, move string) error {
	m, err := p.parse(move)
	if err != nil {
		return err
	}
	if side, ok := p.side(); !ok || side >= 0 {
		if err := p.turn(c); err != nil {
			return err
		}
	}
	return p.play(m)
}

// parse reads a move, in letters as they are, small or large: boards write those of points as they like.
func (p *Player[G, M]) parse(text string) (M, error) {
	n := engine.NotationOf(p.game)
	m, err := n.ParseMove(text)
	for _, other := range [...]string{strings.ToLower(text), strings.ToUpper(text)} {
		if err != nil && other != text {
			if found, otherErr := n.ParseMove(other); otherErr == nil {
				return found, nil
			}
		}
	}
	return m, err
}

func (p *Player[G, M]) play(m M) error {
	if err := p.player.Play(m); err != nil {
		return err
	}
	p.game.Play(m)
	p.played, p.generated = append(p.played, m), false
	return nil
}

// Undo implements [Engine].
func (p *Player[G, M]) Undo() error {
	last := len(p.played) - 1
	if last < 0 {
		return errNoUndo
	}
	if err := p.player.Undo(); err != nil {
		return err
	}
	p.game.Undo(p.played[last])
	p.played, p.generated = p.played[:last], false
	return nil
}

var errNoUndo = errors.New("cannot undo") // in the words of the protocol

// ShowBoard implements [Engine].
func (p *Player[G, M]) ShowBoard() string { return fmt.Sprint(p.game) }

// Regard implements [Regarder].
func (p *Player[G, M]) Regard(ctx context.Context, c Colour, clock engine.Clock) (string, error) {
	m, resigns, err := p.choose(ctx, c, clock)
	if err != nil || resigns {
		return resign, err
	}
	return string(engine.NotationOf(p.game).AppendMove(nil, m)), nil
}

// Generate implements [Engine].
func (p *Player[G, M]) Generate(ctx context.Context, c Colour, clock engine.Clock) (string, error) {
	m, resigns, err := p.choose(ctx, c, clock)
	if err != nil || resigns {
		return resign, err
	}
	text := string(engine.NotationOf(p.game).AppendMove(nil, m))
	if err := p.play(m); err != nil {
		return "", err
	}
	p.generated = true
	return text, nil
}

const resign = "resign"

// usualTime is the time for a move without any limit.
const usualTime = time.Second

func (p *Player[G, M]) choose(ctx context.Context, c Colour, clock engine.Clock) (m M, resigns bool, err error) {
	if err := p.awaits(c); err != nil {
		return m, false, err
	}
	if p.Choose != nil {
		return p.Choose(ctx, p.player, clock)
	}
	if clock == (engine.Clock{}) && p.player.Limits() == (ply.Limits{}) {
		clock.Period = usualTime
	}
	line, err := p.player.Move(ctx, clock)
	return line.Move, false, err
}

// awaits returns an error unless a move of a colour is awaited.
func (p *Player[G, M]) awaits(c Colour) error {
	if len(p.game.Moves(nil)) == 0 {
		return errors.New("the game is over")
	}
	return p.turn(c)
}

// FinalScore implements [Scorer].
func (p *Player[G, M]) FinalScore() (string, error) {
	g, ok := any(p.game).(ply.Adversarial)
	switch {
	case !ok:
		return "", fmt.Errorf("%T is no game of two sides", p.game)
	case len(p.game.Moves(nil)) > 0:
		return "", errors.New("the game is not over")
	}
	outcome, winner := g.Outcome(), p.ToMove()
	if outcome < 0 {
		outcome, winner = -outcome, 1-winner
	}
	if outcome == 0 {
		return "0", nil
	}
	return fmt.Sprintf("%c+%d", "BW"[winner], outcome), nil
}

// Analyze implements [Analyzer].
func (p *Player[G, M]) Analyze(ctx context.Context, c Colour, moves int, interval time.Duration, tell func([]Finding)) error {
	if err := p.awaits(c); err != nil {
		return err
	}
	if all := len(p.game.Moves(nil)); moves <= 0 || moves > all {
		moves = all
	}
	last := time.Now()
	a, err := p.player.Analyze(ctx, ply.Limits{}, engine.Question[M]{Lines: moves, Report: func(a engine.Analysis[M]) bool {
		if now := time.Now(); now.Sub(last) >= interval {
			last = now
			tell(p.findings(a.Lines))
		}
		return true
	}})
	if err != nil {
		return err
	}
	tell(p.findings(a.Lines))
	<-ctx.Done() // more would change nothing
	return nil
}

// findings returns the moves that were searched.
func (p *Player[G, M]) findings(lines []engine.Line[M]) []Finding {
	var findings []Finding
	n := engine.NotationOf(p.game)
	for _, line := range lines {
		if line.Visits == 0 && lines[0].Visits > 0 {
			continue
		}
		f := Finding{Move: string(n.AppendMove(nil, line.Move)), Visits: line.Visits, Rate: rate(line.Value, line.Visits > 0)}
		if line.Distance > 0 {
			f.Rate = 0.5 + 0.5*float64(cmp.Compare(line.Value, 0))
		}
		f.Line = played.Texts(p.game, n, line.Line)
		findings = append(findings, f)
	}
	return findings
}

// rate returns the rate of a value: a mean from -1 to 1, or hundredths of a unit by the curve by which package uci writes means.
func rate(value float64, mean bool) float64 {
	if !mean {
		value = math.Atan(value/111.7) / 1.562
	}
	return min(max((1+value)/2, 0), 1)
}

// Ponder implements [Ponderer]: it searches the position after a move that was generated.
func (p *Player[G, M]) Ponder(ctx context.Context) {
	if p.generated {
		_ = p.player.Ponder(ctx) // an error of the search comes with the next command
	}
}
