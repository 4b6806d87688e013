// Package league plays games between many players, and rates the players. A game may have two or more sides.
//
// [Play] plays the games of a schedule. It can store them in a file, from which it continues after an interruption.
// [Rate] computes Elo ratings from these games or from games of other sources:
//
//	entries := []league.Entry[*Game, Move]{{"tree", tree}, {"alpha-beta", alphaBeta}, {"random", random}}
//	result, err := league.Play(ctx, opening, entries, league.Options{Rounds: 100, File: "games.jsonl"})
//	ratings, err := league.Rate(result.Games, 1)
//
// As in package arena, the result is the same for any number of workers if players do not look at the clock and carry no
// information from one game to the next.
package league

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/arena/internal/journal"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// An Entry is a player of a league.
type Entry[G any, M comparable] struct {
	Name string                    // unique; identifies the player
	New  func() arena.Player[G, M] // makes the player, once for each worker, as in [arena.Match]
}

// A Schedule determines which players of a league meet.
type Schedule uint8

const (
	RoundRobin Schedule = iota // every two entries meet; in a game of n players, every n entries meet
	Gauntlet                   // the first entry meets each other entry; in a game of n players, it meets every n-1 other entries
	Ladder                     // each entry meets the next one; in a game of n players, every n successive entries meet

	schedules
)

// String returns a text such as "round robin".
func (s Schedule) String() string {
	names := [...]string{"round robin", "gauntlet", "ladder"}
	if s >= schedules {
		return fmt.Sprintf("Schedule(%d)", uint8(s))
	}
	return names[s]
}

// Options configure a league.
type Options struct {
	// Schedule determines which players meet.
	Schedule Schedule

	// Rounds is the number of rounds. 0 means 50. In each round, each group of players that the Schedule lets meet
	// plays one set of games. The games of a set have the same opening, and each player of the group plays each side
	// once. If the game has two players, a set is two games, so two players who meet play 100 games in 50 rounds. A
	// league in a File can be continued with more rounds.
	Rounds int

	// Shares and Share divide a league among machines. A set consists of the games with the same opening, and sets are
	// numbered from 0. If Shares is greater than 1, the machine plays only its share: the sets whose numbers are congruent
	// to Share modulo Shares. The shares from 0 to Shares-1 together contain all games of the league.
	Shares, Share int

	// MaxMoves, Repetitions, Workers and Forfeited have the same meaning as in [arena.Options]. If MaxMoves or
	// Repetitions ends a game as a draw, all its Values are 0 ([Game].Values).
	MaxMoves    int
	Repetitions bool
	Workers     int
	Forfeited   func(arena.Forfeit)

	// Random is the source of randomness. Nil means a PCG seeded with 0. A league reads two numbers from it.
	Random rand.Source

	// Game is a text that identifies the game, its size and the openings. It is stored in a new File. If an existing File
	// contains a different text, Play returns an error. If Game is empty, a File with any text is accepted.
	Game string

	// File, if not empty, names a file. Each game is appended to the file when the game ends. To continue an
	// interrupted league, call Play with the same file: games that the file already contains are not played again. If
	// the file does not exist, Play creates it.
	//
	// Play returns an error if the file belongs to another league: if the Game, Schedule, MaxMoves, Repetitions, names
	// of players or numbers from Random differ. Play also returns an error if a line of the file is damaged, or if
	// another league is writing to the file. Play does not detect that players or openings have changed.
	//
	// Each line is a JSON object. The first line describes the league, and each further line is a [Game].
	File string

	// Progress, if not nil, is called on the caller's goroutine with the result so far, about ten times a second if
	// further games have ended. In the result so far, Status is [ply.InProgress], and Games are in the order in which
	// they ended. Workers continue to play during the call. At the end, Progress is called with the final result,
	// unless Play returns an error.
	Progress func(Result)
}

// A Game is a finished game of a league.
type Game struct {
	// Number is the number of the game in its league, from 0.
	Number int `json:"game"`

	// Players are the names of the players in the order of their sides: the first is side 0.
	Players []string `json:"players"`

	// Values are the outcomes of the finished position for the players, in the order of Players. A player with a
	// greater value did better. In a draw all values are 0.
	Values []int `json:"values"`

	// Moves is the number of moves, including outcomes of chance.
	Moves int `json:"moves"`
}

// A Result is the final result of a league or the result so far.
type Result struct {
	// Nodes is the number of games. The Status is [ply.Complete] after all games, and otherwise the reason why ctx ended
	// the league.
	ply.Report

	// Games are all games, including the games read from File, in the order of their numbers. See [Rate].
	Games []Game
}

// Play plays games between many players. The schedule determines which groups of players meet, and each of these groups
// plays the same number of games. The game is a [ply.Adversarial] or a [ply.Multiplayer], and may have chance and
// hidden information, as for [arena.Match].
//
// Games are played in sets. In the games of a set, the same players meet, with the same opening but on different
// sides. opening(n, random) returns the initial position of set n, counted from 0. At the start, Play calls opening(0,
// …) one additional time, to determine the number of players of a game.
//
// The rules for opening, players, random numbers and errors are the same as in [arena.Match]. Under the conditions
// stated there, the result depends neither on the number of workers nor on interruptions.
//
// If ctx ends the league, the result contains the games that have ended, and the error is nil. If a player or the game
// fails, Play returns the error and the games that have ended.
func Play[G ply.Game[M], M comparable](ctx context.Context, opening func(set int, random *rand.Rand) (G, error), entries []Entry[G, M], opt Options) (Result, error) {
	failed := Result{Report: ply.Report{Status: ply.Failed}}
	if opening == nil {
		return failed, errors.New("league: a league needs an opening")
	}
	names, err := namesOf(entries)
	if err != nil {
		return failed, err
	}
	if err := opt.check(); err != nil {
		return failed, err
	}
	seed, err := random.Seed(opt.Random)
	if err != nil {
		return failed, fmt.Errorf("league: %w", err)
	}
	seats, err := seatsOf[G, M](opening, seed)
	if err != nil {
		return failed, err
	}
	l := &league{opt: opt, names: names, start: time.Now(), seats: seats, have: map[int]bool{}}
	if l.meetings, err = opt.Schedule.meetings(len(entries), seats); err != nil {
		return failed, err
	}
	if l.sets = cmp.Or(opt.Rounds, 50); l.sets > math.MaxInt/seats/len(l.meetings) {
		return failed, fmt.Errorf("league: Rounds is %d, too many for %d meetings of %d players", opt.Rounds, len(l.meetings), seats)
	}
	l.sets *= len(l.meetings)
	first := header{"ply league", 1, names, opt.Schedule.String(), seats, seed, opt.MaxMoves, opt.Repetitions, opt.Game}
	if l.journal, err = journal.Open(opt.File, first, l.read); err != nil {
		return failed, fmt.Errorf("league: %w", err)
	}
	c := &contest.Contest[G, M]{
		Program:     l,
		Opening:     opening,
		Seats:       seats,
		Seed:        seed,
		MaxMoves:    opt.MaxMoves,
		Repetitions: opt.Repetitions,
		Forfeit:     l.forfeit,
	}
	for _, e := range entries {
		c.Players = append(c.Players, func() contest.Player[G, M] { return e.New() })
	}
	l.next = opt.Share
	var watch func()
	if opt.Progress != nil {
		watch = l.report
	}
	err = func() (err error) {
		defer func() { err = cmp.Or(err, l.journal.Close()) }()
		return c.Play(ctx, min(max(opt.Workers, 1), l.sets), watch)
	}()
	if err != nil {
		err = fmt.Errorf("league: %w", err)
	}
	return l.result(ctx, err)
}

func namesOf[G any, M comparable](entries []Entry[G, M]) (names []string, err error) {
	if len(entries) < 2 {
		return nil, fmt.Errorf("league: %d entries, want 2 or more", len(entries))
	}
	for i, e := range entries {
		switch {
		case e.Name == "":
			return nil, fmt.Errorf("league: entry %d has no Name", i)
		case e.New == nil:
			return nil, fmt.Errorf("league: entry %q has no New", e.Name)
		case slices.Contains(names, e.Name):
			return nil, fmt.Errorf("league: two entries have the Name %q", e.Name)
		}
		names = append(names, e.Name)
	}
	return names, nil
}

func (o *Options) check() error {
	switch {
	case o.Schedule >= schedules:
		return fmt.Errorf("league: Schedule is %d, want RoundRobin, Gauntlet or Ladder", uint8(o.Schedule))
	case o.Rounds < 0:
		return fmt.Errorf("league: Rounds is %d, want a number of rounds, or 0 for 50", o.Rounds)
	case o.Shares < 0 || o.Share < 0 || o.Share >= max(o.Shares, 1):
		return fmt.Errorf("league: Share is %d of %d Shares, want a share below their number", o.Share, o.Shares)
	}
	return contest.Check("league", o.MaxMoves, o.Workers)
}

func seatsOf[G ply.Game[M], M comparable](opening func(set int, random *rand.Rand) (G, error), seed [2]uint64) (seats int, err error) {
	err = guard.Run(func() string { return "[]" }, func() error {
		position, err := opening(0, rand.New(rand.NewPCG(seed[0], seed[1])))
		if err != nil {
			return fmt.Errorf("league: opening: %w", err)
		}
		players, err := sides.PlayersOf(position)
		if err != nil {
			return fmt.Errorf("league: %w", err)
		}
		if seats = players.Players(); seats < 2 || seats > sides.MostPlayers {
			return fmt.Errorf("league: %T has %d players, want 2 to %d", position, seats, sides.MostPlayers)
		}
		return nil
	})
	return seats, err
}

const mostMeetings = 1 << 20

func (s Schedule) meetings(entries, seats int) (groups [][]int, err error) {
	if entries < seats {
		return nil, fmt.Errorf("league: %d entries for a game of %d players", entries, seats)
	}
	if s == Ladder {
		for first := range entries - seats + 1 {
			group := make([]int, seats)
			for i := range group {
				group[i] = first + i
			}
			groups = append(groups, group)
		}
		return groups, nil
	}
	// All combinations, in lexicographic order.
	group := make([]int, seats)
	for i := range group {
		group[i] = i
	}
	for s == RoundRobin || group[0] == 0 {
		if len(groups) == mostMeetings {
			return nil, fmt.Errorf("league: more than %d groups of %d entries of %d, want another Schedule", mostMeetings, seats, entries)
		}
		groups = append(groups, slices.Clone(group))
		i := seats - 1
		for i >= 0 && group[i] == entries-seats+i {
			i--
		}
		if i < 0 {
			break
		}
		group[i]++
		for i++; i < seats; i++ {
			group[i] = group[i-1] + 1
		}
	}
	return groups, nil
}

type header struct {
	Format      string    `json:"format"`
	Version     int       `json:"version"`
	Names       []string  `json:"names"`
	Schedule    string    `json:"schedule"`
	Seats       int       `json:"seats"`
	Seed        [2]uint64 `json:"seed"`
	MaxMoves    int       `json:"max_moves"`
	Repetitions bool      `json:"repetitions"`
	Game        string    `json:"game,omitempty"`
}

type league struct {
	opt      Options
	names    []string
	meetings [][]int
	seats    int
	sets     int
	have     map[int]bool // the games of the file, by their numbers
	journal  *journal.Journal
	start    time.Time
	next     int // the set to be played next
	reported int // games at the last call of Progress

	mu    sync.Mutex
	games []Game // in the order in which they ended
}

func (l *league) read(object []byte) error {
	var g Game
	if err := json.Unmarshal(object, &g); err != nil {
		return err
	}
	switch {
	case g.Number < 0 || g.Moves < 0 || len(g.Values) != l.seats:
		return fmt.Errorf("%s is no game of the league", object)
	case l.have[g.Number]:
		return fmt.Errorf("game %d is there twice", g.Number)
	}
	if players := l.playersOf(g.Number); !slices.Equal(g.Players, players) {
		return fmt.Errorf("the players of game %d are %q, want %q", g.Number, g.Players, players)
	}
	l.have[g.Number] = true
	if set := g.Number / l.seats; set < l.sets && set%max(l.opt.Shares, 1) == l.opt.Share {
		l.games = append(l.games, g)
	}
	return nil
}

func (l *league) playersOf(number int) (names []string) {
	set, game := number/l.seats, number%l.seats
	table := l.Table(set)
	for seat := range l.seats {
		names = append(names, l.names[table[(seat+game)%l.seats]])
	}
	return names
}

func (l *league) Take() (int, bool) {
	set := l.next
	if set >= l.sets {
		return 0, false
	}
	l.next += min(max(l.opt.Shares, 1), l.sets-set) // without overflow
	return set, true
}

func (l *league) Table(set int) []int { return l.meetings[set%len(l.meetings)] }

func (l *league) Wanted(set, game int) bool { return !l.have[l.seats*set+game] }

func (l *league) Name(player int) string { return fmt.Sprintf("player %q", l.names[player]) }

func (l *league) forfeit(err error, game, player int) bool {
	f, ok := errors.AsType[*arena.Forfeit](err)
	if ok && l.opt.Forfeited != nil {
		l.opt.Forfeited(arena.Forfeit{Err: f.Err, Game: game, Player: player})
	}
	return ok
}

func (l *league) Ended(set, game int, values []int, moves int, _ float64) error {
	number := l.seats*set + game
	g := Game{Number: number, Players: l.playersOf(number), Values: slices.Clone(values), Moves: moves}
	l.mu.Lock()
	l.games = append(l.games, g)
	l.mu.Unlock()
	return l.journal.Append(g)
}

func (l *league) Over() bool { return false }

func (l *league) so() []Game {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.games)
}

func (l *league) report() {
	if games := l.so(); len(games) > l.reported {
		l.reported = len(games)
		l.opt.Progress(Result{ply.Report{Status: ply.InProgress, Nodes: len(games), Elapsed: time.Since(l.start)}, games})
	}
}

func (l *league) result(ctx context.Context, err error) (Result, error) {
	byNumber := func(a, b Game) int { return cmp.Compare(a.Number, b.Number) }
	r := Result{Games: slices.SortedFunc(slices.Values(l.games), byNumber)}
	shares := max(l.opt.Shares, 1)
	switch own := (l.sets - l.opt.Share + shares - 1) / shares; {
	case err != nil:
		r.Status = ply.Failed
	case len(r.Games) < own*l.seats:
		r.Status = stop.Status(ctx, time.Time{})
	}
	r.Nodes, r.Elapsed = len(r.Games), time.Since(l.start)
	if err == nil && l.opt.Progress != nil {
		l.opt.Progress(r)
	}
	return r, err
}
