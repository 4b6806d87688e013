package sampling

import (
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/internal/cli"
)

// AgainstHelp is the help text on matches against another engine over the Go Text Protocol.
const AgainstHelp = "A referee leads both by the Go Text Protocol and keeps the board. An engine that ends, does not answer or breaks the\n" +
	"rules loses the game, which is said, and the match goes on with the engine started again."

// Against holds the flags shared by matches of a player against another engine.
type Against struct {
	Engine, Player string
	Games          int
	Timeout        time.Duration
	Seed           uint64
	JSON           bool
}

// Flags defines the flags. protocol names the protocol of the engine in the usage text, and player is the default player.
func (a *Against) Flags(flags *flag.FlagSet, protocol, player string) {
	flags.StringVar(&a.Engine, "engine", "", "`command` of an engine that speaks "+protocol)
	flags.StringVar(&a.Player, "player", player, "`player` against it; see match")
	cli.Number(flags, &a.Games, "games", 20, 2, MostGames, "`number` of games, even: each side begins in half of them")
	cli.Number(flags, &a.Timeout, "timeout", time.Minute, time.Millisecond, cli.LongTime, "`time` in which an engine has to answer")
	cli.Seed(flags, &a.Seed, "all chance")
	flags.BoolVar(&a.JSON, "json", false, "write a JSON object")
}

// Check checks the flags and returns the words, at least one, of the engine's command.
func (a *Against) Check() ([]string, error) {
	words := strings.Fields(a.Engine)
	if len(words) == 0 {
		return nil, cli.Usagef("-engine: want the command of an engine")
	}
	return words, cli.Even("games", a.Games)
}

// A Contestant is an engine in a match over the Go Text Protocol.
type Contestant[G ply.AdversarialGame[M], M comparable] struct {
	rival.Program[G, M]
	Name   string
	Client *gtp.Client // of the latest start
}

// Contestants returns the player, which own starts, and the engine of a, whose flags must have passed Check. first is the
// colour of side 0. setup lists the commands sent before each game. If the engine cannot be started, Contestants returns
// an error.
func Contestants[G ply.AdversarialGame[M], M comparable](a *Against, own func() (*gtp.Client, error), first gtp.Colour, setup ...string) (both [2]*Contestant[G, M], err error) {
	words := strings.Fields(a.Engine)
	other := func() (*gtp.Client, error) { return gtp.Start(words[0], words[1:]...) }
	for i, start := range []func() (*gtp.Client, error){own, other} {
		c := &Contestant[G, M]{Name: [2]string{"ply " + a.Player, a.Engine}[i]}
		c.Timeout = a.Timeout
		c.Start = func() (_ rival.Talk, err error) {
			if c.Client, err = start(); err != nil {
				return nil, err
			}
			return rival.GTP(c.Client, first, setup...), nil
		}
		both[i] = c
	}
	talk, err := both[1].Start()
	if err == nil {
		talk.Close()
	}
	return both, err
}

// A Contested is the result of a match against an engine, from the player's point of view, with a 95 % interval.
type Contested struct {
	Engine   string     `json:"engine"`
	Player   string     `json:"player"`
	Size     int        `json:"size"`
	Games    int        `json:"games"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Interval [2]float64 `json:"interval"`
	Seconds  float64    `json:"seconds"`
}

// A Forfeit is a game that an engine lost by a fault.
type Forfeit struct {
	Game   int    `json:"game"` // counted from 1
	Engine string `json:"engine"`
	Reason string `json:"reason"`
}

// String returns a sentence with the number of the game, the engine and the reason.
func (f Forfeit) String() string {
	return fmt.Sprintf("game %d forfeited by %s: %s", f.Game, f.Engine, f.Reason)
}

// Contested returns the result of a match on boards of the given size that began at the time begun.
func (a *Against) Contested(size int, score arena.Score, begun time.Time) Contested {
	c := Contested{Engine: a.Engine, Player: a.Player, Size: size, Games: score.Games(), Wins: score.Wins, Draws: score.Draws,
		Losses: score.Losses, Seconds: time.Since(begun).Seconds()}
	c.Interval[0], c.Interval[1] = score.Interval(0.95)
	return c
}
