package rival

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/uci"
)

// UCI returns the conversation with a program that uses the Universal Chess Interface. limits are the arguments of the
// command go, such as "movetime 100". If limits is empty and the match has a clock ([arena.Options]), the program is told
// the clocks of both sides. setup are commands, such as "setoption name Hash value 64"; they are sent once,
// after the program has listed its options. UCI sends the text of [Program].Position after the words "position fen".
func UCI(c *uci.Client, limits string, setup ...string) Talk {
	return &uciTalk{Client: c, limits: limits, setup: setup}
}

type uciTalk struct {
	*uci.Client
	limits string
	setup  []string
	begun  bool
}

func (t *uciTalk) NewGame(ctx context.Context) error {
	if !t.begun {
		t.begun = true
		if err := t.Begin(ctx); err != nil {
			return err
		}
		for _, command := range t.setup {
			if err := t.Send(ctx, command); err != nil {
				return err
			}
		}
	}
	return t.Client.NewGame(ctx)
}

func (t *uciTalk) Move(ctx context.Context, g Game) (string, error) {
	position := "startpos"
	if g.Start != "" {
		position = "fen " + g.Start
	}
	if len(g.Moves) > 0 {
		position += " moves " + strings.Join(g.Moves, " ")
	}
	limits := t.limits
	if limits == "" {
		limits = uciClocks(arena.Clocks(ctx))
	}
	return t.Best(ctx, position, limits)
}

// uciClocks returns the arguments of the command go that describe clocks. UCI has no time for each move after the time
// for all moves, so such a Period is the time for each move.
func uciClocks(clocks []engine.Clock, own int) string {
	if len(clocks) != 2 {
		return ""
	}
	if c := clocks[own]; c.Period > 0 {
		return fmt.Sprintf("movetime %d", max((c.Left+c.Period).Milliseconds(), 1))
	}
	first, second := clocks[0], clocks[1]
	text := fmt.Sprintf("wtime %d btime %d winc %d binc %d", max(first.Left.Milliseconds(), 1), max(second.Left.Milliseconds(), 1),
		first.Increment.Milliseconds(), second.Increment.Milliseconds())
	if moves := clocks[own].Moves; moves > 0 {
		text += fmt.Sprintf(" movestogo %d", moves)
	}
	return text
}

// GTP returns the conversation with a program that uses the Go Text Protocol. first is the colour of side 0. setup are
// commands that are sent before each game, such as "boardsize 9" and "clear_board". The text of [Program].Position is a
// list of further commands, one on each line, which are sent after setup. If the match has a clock ([arena.Options]), the
// program is told its own, but not an Increment, which the protocol does not know.
func GTP(c *gtp.Client, first gtp.Colour, setup ...string) Talk {
	return &gtpTalk{client: c, first: first, setup: setup}
}

type gtpTalk struct {
	client *gtp.Client
	first  gtp.Colour
	setup  []string
	told   int // number of moves sent, or -1 if the starting position was not sent
}

func (t *gtpTalk) NewGame(ctx context.Context) error {
	t.told = -1
	if err := t.do(ctx, t.setup...); err != nil {
		return err
	}
	clocks, own := arena.Clocks(ctx)
	if len(clocks) == 0 {
		return nil
	}
	// The arguments are the main time, the time of a period after it in seconds, and the moves of the period.
	settings := fmt.Sprintf("time_settings %d 0 0", seconds(clocks[own].Left))
	switch c := clocks[own]; {
	case c.Moves > 0:
		settings = fmt.Sprintf("time_settings 0 %d %d", seconds(c.Left), c.Moves)
	case c.Period > 0:
		settings = fmt.Sprintf("time_settings %d %d 1", seconds(c.Left), seconds(c.Period))
	}
	return t.do(ctx, settings)
}

func (t *gtpTalk) do(ctx context.Context, commands ...string) error {
	for _, command := range commands {
		if _, err := t.client.Do(ctx, command); err != nil {
			return err
		}
	}
	return nil
}

func (t *gtpTalk) Move(ctx context.Context, g Game) (string, error) {
	if t.told < 0 {
		if err := t.do(ctx, strings.FieldsFunc(g.Start, func(r rune) bool { return r == '\n' })...); err != nil {
			return "", err
		}
		t.told = 0
	}
	for ; t.told < len(g.Moves); t.told++ {
		if err := t.do(ctx, fmt.Sprintf("play %v %s", t.colour(max(g.Sides[t.told], 0)), g.Moves[t.told])); err != nil {
			return "", err
		}
	}
	if clocks, own := arena.Clocks(ctx); len(clocks) > 0 {
		c, left := clocks[own], clocks[own].Left
		if left == 0 {
			left, c.Moves = c.Period, 1
		}
		if err := t.do(ctx, fmt.Sprintf("time_left %v %d %d", t.colour(g.ToMove), seconds(left), c.Moves)); err != nil {
			return "", err
		}
	}
	move, err := t.client.Do(ctx, fmt.Sprintf("genmove %v", t.colour(g.ToMove)))
	if err == nil && strings.ContainsAny(move, " \n") {
		err = errors.New("illegal move: several words")
	}
	t.told++
	return move, err
}

// seconds returns whole seconds, as the protocol tells times.
func seconds(d time.Duration) int { return int(d / time.Second) }

func (t *gtpTalk) colour(side int) gtp.Colour { return gtp.Colour(side) ^ t.first }

func (t *gtpTalk) Close() { t.client.Close() }
