// Package uci implements the Universal Chess Interface (Meyer-Kahlen 2004) for any game. Moves are in the notation of
// the game, and positions are texts that the game defines. A [Server] makes an engine available to graphical board
// programs, and a [Client] controls an engine in another program:
//
//	e, err := uci.Play(newGame, newPlayer)
//	if err != nil {
//		return err
//	}
//	s := uci.Server{Name: "my-engine", Options: uci.PlayOptions}
//	return s.Serve(ctx, os.Stdin, os.Stdout, e)
package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/internal/lines"
)

// An Engine chooses moves in a game. [Play] returns an Engine for any game. The methods are called one at a time.
type Engine interface {
	// NewGame starts another game. The engine discards the results of earlier searches.
	NewGame()

	// SetOption sets an option that [Server].Options describes. An unknown name or an invalid value is an error.
	SetOption(name, value string) error

	// Position sets the position that fen describes, or the initial position of the game if fen is "", and then plays
	// moves. If Position returns an error, the position must be unchanged.
	Position(fen string, moves []string) error

	// Go searches until a limit is reached or ctx ends, and calls tell after each depth. It returns the best move, or
	// "" if there is no legal move. If limits.Infinite is false, Go must return by itself, even if limits contains no
	// limit for the side to move. If limits.Infinite is true, Go may return early. The server then waits for the
	// command stop before it sends the move.
	Go(ctx context.Context, limits Limits, tell func(Info)) (move string, err error)

	// Perft returns the number of lines of the given depth, in moves. It also calls tell for each first move, with the
	// number of lines that begin with this move.
	Perft(ctx context.Context, depth int, tell func(move string, leaves int)) (leaves int, err error)

	// String returns a drawing of the position.
	String() string
}

// An Arbiter is an engine that knows the rules of its game. Query answers the command query of the Universal Game
// Interface, a variant of UCI for other games. For gameover, Query returns true if the game is over, and otherwise
// false. For p1turn, it returns true if the first side is to move, and otherwise false. For result, it returns p1win,
// p2win, draw or, if the game is not over, none.
type Arbiter interface {
	Query(what string) (response string, err error)
}

// Limits are the arguments of the command go: limits of the search, and the moves among which to choose. 0 means no
// limit.
type Limits struct {
	Depth, Nodes int
	Time         time.Duration    // time for this move
	Left, Added  [2]time.Duration // time left and increment of the first and the second side
	Moves        int              // number of moves until the next time control
	Infinite     bool             // search until stop; other limits on time are ignored
	Only         []string         // moves to choose from; nil means all moves
}

// Info is a report of a search. Score and Decided are for the side to move. If Decided is false, Score is the value in
// hundredths of a unit, such as hundredths of a pawn. If Decided is true, Score is 1 for a win and -1 for a loss. The
// game then ends after Distance plies; if Distance is 0, it ends after the moves of Line.
type Info struct {
	Number       int // the number of the line, from 1, or 0 if only one line was requested
	Depth, Nodes int
	Score        int
	Decided      bool
	Distance     int
	Line         []string
	Elapsed      time.Duration
}

// A Server is the engine's side of the protocol. It reads the commands of a graphical board program and answers them.
type Server struct {
	Name, Author string
	Options      []string // the options of the engine, written as "name Hash type spin"
}

// Serve reads commands from in and writes answers to out. It returns after the command quit, at the end of the input,
// when ctx ends, or if reading or writing fails. Serve returns the error of the reader, of the writer or of ctx. At the
// end of the input, a search with a limit is completed, and an infinite search is stopped.
//
// If a line contains no known command, Serve reports its first word with "info string". If an argument of the command
// go is invalid, Serve reports it with "info string" and uses the other arguments. Serve answers every go with a
// bestmove.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer, e Engine) error {
	within, cancel := context.WithCancel(ctx)
	t := &session{server: s, engine: e, out: out}
	commands := make(chan string)
	var readErr error
	go func() {
		defer close(commands)
		for line, err := range lines.Of(in) {
			if errors.Is(err, lines.ErrLong) {
				line, err = lines.ErrLong.Error(), nil
			}
			if readErr = err; err != nil {
				return
			}
			select {
			case commands <- line:
			case <-within.Done():
				return
			}
		}
	}()
	err := t.run(within, commands)
	cancel()
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && t.ended {
		err = readErr
	}
	return err
}

// A session is the state of a conversation.
type session struct {
	server  *Server
	engine  Engine
	out     io.Writer
	stop    context.CancelFunc // ends the search; nil without one
	found   chan func() error  // functions that write the reports of the search and its move, followed by nil
	endless bool               // the move is withheld until stop
	hit     func()             // releases the move of a pondering search, which is then no longer endless; or nil
	ended   bool               // end of the input
	waiting [][]string         // commands for the end of the search
}

// mostWaiting is the number of waiting commands at which the search is stopped.
const mostWaiting = 1000

func (t *session) run(ctx context.Context, lines <-chan string) error {
	for {
		select {
		case write := <-t.found: // blocks without a search
			if write == nil {
				t.stop()
				t.stop, t.found, t.hit = nil, nil, nil
				if quit, err := t.resume(ctx); quit || err != nil {
					return errors.Join(err, t.finish(err == nil))
				}
				if t.ended && t.stop == nil {
					return nil
				}
				continue
			}
			if err := write(); err != nil {
				return errors.Join(err, t.finish(false))
			}
		case line, ok := <-lines:
			if !ok {
				t.ended, lines = true, nil
				switch {
				case t.stop == nil:
					return nil
				case t.endless || ctx.Err() != nil:
					t.stop()
				}
				continue
			}
			quit, err := t.command(ctx, line)
			if quit || err != nil {
				return errors.Join(err, t.finish(err == nil))
			}
		}
	}
}

// finish ends a running search. write tells whether to write its reports.
func (t *session) finish(write bool) (err error) {
	if t.stop == nil {
		return nil
	}
	t.stop()
	for say := range t.found {
		if say == nil {
			break
		}
		if write && err == nil {
			err = say()
		}
	}
	t.stop, t.found, t.hit = nil, nil, nil
	return err
}

// commands are the known words. Words before the first one are ignored.
var commands = []string{
	"uci", "ugi", "uginewgame", "query", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "perft", "d",
}

func (t *session) command(ctx context.Context, line string) (quit bool, err error) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return false, nil
	case line == lines.ErrLong.Error():
		return false, t.say("info string %s", line)
	}
	known := slices.IndexFunc(words, func(w string) bool { return slices.Contains(commands, w) })
	if known < 0 {
		return false, t.say("info string unknown command %.60q", words[0])
	}
	return t.do(ctx, words[known:])
}

// do executes a command at once or at the end of the search.
func (t *session) do(ctx context.Context, words []string) (quit bool, err error) {
	switch words[0] {
	case "quit":
		return true, nil
	case "stop":
		if t.stop == nil {
			return false, nil
		}
		if slices.ContainsFunc(t.waiting, startsSearch) && len(t.waiting) < mostWaiting {
			t.waiting = append(t.waiting, words) // it ends the last of the searches before it
			return false, nil
		}
		if err := t.finish(true); err != nil {
			return false, err
		}
		return t.resume(ctx)
	case "isready":
		return false, t.say("readyok")
	case "uci", "ugi":
		return false, t.hello(words[0] + "ok")
	case "ponderhit":
		if t.hit != nil {
			t.hit()
			t.hit, t.endless = nil, false
		}
		return false, nil
	case "debug", "register":
		return false, nil
	}
	if t.stop == nil {
		return false, t.idle(ctx, words)
	}
	// All other commands wait until the search ends: by itself, by stop, or by the next search if it is endless.
	t.waiting = append(t.waiting, words)
	if len(t.waiting) <= mostWaiting && (!t.endless || !startsSearch(words)) {
		return false, nil
	}
	if err := t.finish(true); err != nil {
		return false, err
	}
	return t.resume(ctx)
}

func startsSearch(words []string) bool { return words[0] == "go" || words[0] == "perft" }

// hello sends the name and the options of the engine.
func (t *session) hello(end string) error {
	if err := t.say("id name %s\nid author %s", t.server.Name, t.server.Author); err != nil {
		return err
	}
	for _, o := range t.server.Options {
		if err := t.say("option %s", o); err != nil {
			return err
		}
	}
	return t.say("%s", end)
}

// resume executes waiting commands up to the next search that keeps running.
func (t *session) resume(ctx context.Context) (quit bool, err error) {
	for len(t.waiting) > 0 && !quit && err == nil {
		if t.stop != nil {
			next := slices.IndexFunc(t.waiting, func(words []string) bool { return words[0] == "stop" || startsSearch(words) })
			if next < 0 || t.waiting[next][0] != "stop" && !t.endless {
				break
			}
			err = t.finish(true)
			continue
		}
		words := t.waiting[0]
		t.waiting = t.waiting[1:]
		quit, err = t.do(ctx, words)
	}
	if t.ended && t.stop != nil && t.endless {
		t.stop()
	}
	return quit, err
}

// idle executes a command while no search is running.
func (t *session) idle(ctx context.Context, words []string) error {
	var wrong error
	switch words[0] {
	case "ucinewgame", "uginewgame":
		t.engine.NewGame()
	case "query":
		return t.query(words[1:])
	case "setoption":
		wrong = t.setOption(words[1:])
	case "position":
		wrong = t.position(words[1:])
	case "go":
		l := parseLimits(words[1:])
		t.search(ctx, l)
		wrong = l.wrong
	case "perft":
		l := parseLimits(words)
		if wrong = l.wrong; l.perft >= 0 {
			t.search(ctx, l)
		}
	case "d":
		return t.say("%s", strings.TrimSuffix(t.engine.String(), "\n"))
	}
	if wrong != nil {
		return t.say("info string %s", oneLine(wrong))
	}
	return nil
}

// query answers a question about the game.
func (t *session) query(words []string) error {
	a, ok := t.engine.(Arbiter)
	if !ok || len(words) == 0 {
		return t.say("info string query: nothing to answer")
	}
	response, err := a.Query(words[0])
	if err != nil {
		return t.say("info string %s", oneLine(err))
	}
	return t.say("response %s", response)
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

func (t *session) say(format string, args ...any) error {
	_, err := fmt.Fprintf(t.out, format+"\n", args...)
	return err
}

// setOption reads name NAME value VALUE, each of which may have several words.
func (t *session) setOption(words []string) error {
	if len(words) == 0 || words[0] != "name" {
		return errors.New("setoption: want name NAME value VALUE")
	}
	name, value := words[1:], []string(nil)
	if at := slices.Index(name, "value"); at >= 0 {
		name, value = name[:at], name[at+1:]
	}
	return t.engine.SetOption(strings.Join(name, " "), strings.Join(value, " "))
}

// position reads startpos or fen FEN, followed by moves MOVE... Words before these are ignored.
func (t *session) position(words []string) error {
	start := slices.IndexFunc(words, func(w string) bool { return w == "startpos" || w == "fen" })
	if start < 0 {
		return errors.New("position: want startpos or fen FEN, and then moves and a list of moves")
	}
	before, moves := words[start+1:], []string(nil)
	if at := slices.Index(before, "moves"); at >= 0 {
		before, moves = before[:at], before[at+1:]
	}
	if words[start] == "startpos" {
		return t.engine.Position("", moves)
	}
	if len(before) == 0 {
		return errors.New("position: fen without a position")
	}
	return t.engine.Position(strings.Join(before, " "), moves)
}

// search starts a search or a count.
func (t *session) search(ctx context.Context, l *request) {
	within, stop := context.WithCancel(ctx)
	found := make(chan func() error)
	released := make(chan struct{}) // closed to release the move of a pondering search
	t.stop, t.found, t.endless = stop, found, l.perft < 0 && (l.Infinite || l.ponder)
	if t.endless && !l.Infinite {
		t.hit = func() { close(released) }
	}
	endless := t.endless
	go func() {
		defer func() { found <- nil }()
		if l.perft >= 0 {
			n, err := t.engine.Perft(within, l.perft, func(move string, leaves int) {
				found <- func() error { return t.say("%s: %d", move, leaves) }
			})
			found <- func() error {
				if err != nil {
					return t.say("info string %s", oneLine(err))
				}
				return t.say("\nNodes searched: %d", n)
			}
			return
		}
		move, err := t.engine.Go(within, l.Limits, func(i Info) { found <- func() error { return t.say("%v", i) } })
		if endless {
			select {
			case <-within.Done():
			case <-released:
			}
		}
		found <- func() error {
			if err != nil {
				if err := t.say("info string %s", oneLine(err)); err != nil {
					return err
				}
			}
			if move == "" {
				move = "(none)"
			}
			return t.say("bestmove %s", move)
		}
	}()
}

// String returns the line "info …" of the protocol.
func (i Info) String() string {
	score := fmt.Sprintf("cp %d", i.Score)
	if i.Decided {
		moves := max((cmp.Or(i.Distance, len(i.Line))+1)/2, 1)
		score = fmt.Sprintf("mate %d", moves*i.Score)
	}
	nps := 0
	if i.Elapsed > 0 {
		nps = int(float64(i.Nodes) / i.Elapsed.Seconds())
	}
	number := ""
	if i.Number > 0 {
		number = fmt.Sprintf(" multipv %d", i.Number)
	}
	return fmt.Sprintf("info depth %d%s score %s nodes %d nps %d time %d pv %s", i.Depth, number, score, i.Nodes, nps, i.Elapsed.Milliseconds(), strings.Join(i.Line, " "))
}
