// Package gnubg plays backgammon with GNU Backgammon, a program that must be installed (Debian's package gnubg), and
// asks it for evaluations. It starts the program without a display and sends it positions over the program's external
// interface.
//
// The program plays for money without the doubling cube and without the Jacoby rule, so gammons count.
package gnubg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/internal/program"
)

// Name is the usual name of the program.
const Name = "gnubg"

// MostPlies is the greatest number of plies for [Start].
const MostPlies = 4

// Find returns the file of a program. It looks in the directories of the environment variable PATH and in /usr/games. The error
// wraps [exec.ErrNotFound] if the program is not installed.
func Find(name string) (string, error) {
	file, err := exec.LookPath(name)
	if err == nil {
		return file, nil
	}
	if file, gameErr := exec.LookPath(filepath.Join("/usr/games", name)); gameErr == nil {
		return file, nil
	}
	return "", fmt.Errorf("gnubg: %w", err)
}

// An Engine is a running GNU Backgammon. It is used by one goroutine at a time.
type Engine struct {
	dir   string // with the commands and the socket
	conn  net.Conn
	reply *bufio.Reader
	end   func(grace time.Duration)
}

// Start starts the program in this file, which looks ahead a number of plies, from 0 to [MostPlies]. At 0 plies, a play
// takes about 0.2 ms; each further ply multiplies the time by about 20.
func Start(ctx context.Context, file string, plies int) (e *Engine, err error) {
	if plies < 0 || plies > MostPlies {
		return nil, fmt.Errorf("gnubg: %d plies, want 0 to %d", plies, MostPlies)
	}
	e = new(Engine)
	defer func() {
		if err != nil {
			e.Close()
			e, err = nil, fmt.Errorf("gnubg: %w", err)
		}
	}()
	if e.dir, err = os.MkdirTemp("", "gnubg"); err != nil {
		return e, err
	}
	socket, commands := filepath.Join(e.dir, "socket"), filepath.Join(e.dir, "commands")
	text := settings(plies) + "external " + socket + "\n"
	if err := os.WriteFile(commands, []byte(text), 0o600); err != nil {
		return e, err
	}
	w := &waiting{waits: make(chan struct{}), ended: make(chan struct{})}
	to, end, err := program.Start(w.read, file, append(arguments(), commands)...)
	if err != nil {
		return e, err
	}
	e.end = end
	_ = to.Close() // the program reads its commands from the file
	select {
	case <-w.waits:
	case <-w.ended:
		return e, fmt.Errorf("%s has ended: %s", file, w.last)
	case <-ctx.Done():
		return e, ctx.Err()
	}
	var dialer net.Dialer
	if e.conn, err = dialer.DialContext(ctx, "unix", socket); err != nil {
		return e, err
	}
	e.reply = bufio.NewReader(e.conn)
	return e, nil
}

// arguments returns the arguments that make the program read commands from the file named next, without a display.
func arguments() []string { return []string{"-t", "-q", "-r", "-c"} }

// settings returns the commands for play for money, without the doubling cube and the Jacoby rule, at a number of plies.
func settings(plies int) string {
	text := "set threads 1\nset jacoby off\nset cube use off\n"
	for _, kind := range []string{"chequerplay", "cubedecision"} {
		text += fmt.Sprintf("set evaluation %s evaluation plies %d\nset evaluation %s evaluation cubeful off\n", kind, plies, kind)
	}
	return text
}

// waiting reads the output of the program.
type waiting struct {
	waits, ended chan struct{} // closed when the program waits for a connection, and when it has ended
	last         string        // line of output
}

func (w *waiting) read(output io.Reader) {
	defer close(w.ended)
	var once sync.Once
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "Waiting for a connection") {
			once.Do(func() { close(w.waits) })
		}
		if lines.Text() != "" {
			w.last = lines.Text()
		}
	}
	_, _ = io.Copy(io.Discard, output) // after a line that is too long
}

// Close ends the program.
func (e *Engine) Close() {
	if e.conn != nil {
		_ = e.conn.Close()
	}
	if e.end != nil {
		e.end(0) // the program does not end by itself when the connection is closed
	}
	if e.dir != "" {
		_ = os.RemoveAll(e.dir)
	}
}

// Move returns the play of the program in g, in which a side is to play. It returns an error if the program answers with an
// illegal play or does not answer before ctx ends. The engine must then be closed.
func (e *Engine) Move(ctx context.Context, g *backgammon.Game) (backgammon.Move, error) {
	if a, _ := g.Dice(); a == 0 || g.Finished() {
		return 0, errors.New("gnubg: no side is to play")
	}
	text, err := e.ask(ctx, board(g))
	if err != nil {
		return 0, err
	}
	if text == "" { // no die can be used
		text = backgammon.Pass.String()
	}
	m, err := g.ParseMove(text)
	if err != nil {
		return 0, fmt.Errorf("gnubg: %w in\n%v", err, g)
	}
	return m, nil
}

// Evaluate returns the expected points, without the doubling cube, of the side whose turn it is in g, in which no dice
// are thrown. The program looks ahead a number of plies, from 0 to [MostPlies]. An evaluation takes about 0.1 ms at 0
// plies and 10 ms at 2. Evaluate returns an error if the program answers with no evaluation or does not answer before
// ctx ends. The engine must then be closed.
func (e *Engine) Evaluate(ctx context.Context, g *backgammon.Game, plies int) (points float64, err error) {
	if a, _ := g.Dice(); a != 0 || g.Finished() {
		return 0, errors.New("gnubg: no side is to throw")
	}
	if plies < 0 || plies > MostPlies {
		return 0, fmt.Errorf("gnubg: %d plies, want 0 to %d", plies, MostPlies)
	}
	text, err := e.ask(ctx, fmt.Sprintf("evaluation fibsboard %s plies %d prune on jacobyrule off", board(g), plies))
	if err != nil {
		return 0, err
	}
	// The probabilities of winning, of winning a gammon and a backgammon, and of losing these; and the expected points.
	fields := strings.Fields(text)
	if len(fields) == 6 {
		points, err = strconv.ParseFloat(fields[5], 64)
	}
	if len(fields) != 6 || err != nil || !(math.Abs(points) <= 3) {
		return 0, fmt.Errorf("gnubg: %q is no evaluation of\n%v", text, g)
	}
	return points, nil
}

// ask sends a line to the program and returns the line that it answers, without the spaces at its ends.
func (e *Engine) ask(ctx context.Context, line string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("gnubg: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = e.conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	_, err := io.WriteString(e.conn, line+"\n")
	if err != nil {
		return "", e.failed(ctx, err)
	}
	text, err := e.reply.ReadString('\n')
	if err != nil {
		return "", e.failed(ctx, err)
	}
	return strings.TrimSpace(text), nil
}

func (e *Engine) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fmt.Errorf("gnubg: %w", err)
}

// board returns a position as the First Internet Backgammon Server writes it, in 52 fields after the first. The checkers of the
// side to play are positive, and its points have the numbers of the side: it moves from 24 to 1.
func board(g *backgammon.Game) string {
	us := g.Turn()
	them := 1 - us
	a, b := g.Dice()
	points := make([]int, backgammon.Bar+1)
	for p := 1; p <= backgammon.Bar; p++ {
		points[p] += g.At(us, p)
		points[backgammon.Bar-p] -= g.At(them, p)
	}
	fields := []int{0, 0, 0} // the length of the match, and the scores
	fields = append(fields, points...)
	fields = append(fields,
		1, a, b, 0, 0, // the side to play, its dice, the dice of the other side
		1, 1, 1, 0, // the cube, and who may double or has doubled
		1, -1, backgammon.Off, backgammon.Bar, // the colour and the direction of the side to play, its home and its bar
		g.At(us, backgammon.Off), g.At(them, backgammon.Off), g.At(us, backgammon.Bar), g.At(them, backgammon.Bar),
		0, 0, 0, 0, // movements possible and forced, the Crawford game, redoubles
	)
	return "board:You:Other:" + strings.Trim(strings.ReplaceAll(fmt.Sprint(fields), " ", ":"), "[]")
}
