// Package gtp implements the Go Text Protocol, version 2 (Farnebäck 2002), with which engines for Go and other board
// games communicate with graphical board programs and referees.
//
// A [Server] reads commands and answers them. The zero value has the administrative commands, such as list_commands.
// [Server.Add] adds the commands of an [Engine]: boardsize, clear_board, play, genmove, undo, showboard, the commands
// for time and, if the engine implements them, commands for handicaps, komi, scores, files and analysis.
// [Server.Handle] and [Server.HandleStream] add any other command. The server keeps the clocks of both sides. [Play]
// returns an engine for any game, and a [Client] controls an engine in another program:
//
//	e, err := gtp.Play(newGame, newPlayer)
//	if err != nil {
//		return err
//	}
//	s := gtp.Server{Name: "my-engine", Version: "1"}
//	s.Add(e)
//	return s.Serve(ctx, os.Stdin, os.Stdout)
//
// The server runs until the command quit or the end of the input. The reply to an unknown command begins with a
// question mark.
package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply/internal/lines"
)

// A Handler answers a command. The reply may have several lines. If the handler returns an error, the server sends the
// text of the error as a refusal.
type Handler func(ctx context.Context, args []string) (reply string, err error)

// A Server answers commands. The zero value answers the administrative commands, such as list_commands. See
// [Server.Add].
type Server struct {
	// Name and Version are the replies to the commands name and version.
	Name, Version string

	// Ponder makes the server call [Ponderer].Ponder while it waits for a command. Ponder must be set before
	// [Server.Add] is called.
	Ponder bool

	names    []string // in the order of their addition
	handlers map[string]Handler
	streams  map[string]StreamHandler
	ponderer Ponderer // nil without one
	times    times
}

// A StreamHandler answers a command with a reply of several lines. It calls tell for each line. It must return soon
// after ctx ends; ctx ends when the next command arrives. If the handler returns an error without having called tell,
// the server sends the text of the error as a refusal. After a call of tell, the text of an error is not sent.
type StreamHandler func(ctx context.Context, args []string, tell func(line string)) error

// LongestLine is the greatest length of a command line in bytes. Longer lines are refused.
const LongestLine = 1 << 16

// Handle adds a command, or replaces the command with the same name.
func (s *Server) Handle(name string, h Handler) {
	s.own()
	if _, ok := s.handlers[name]; !ok {
		s.names = append(s.names, name)
	}
	s.handlers[name] = h
}

// HandleStream adds a command, or replaces the command with the same name. The reply to such a command continues until
// the next command arrives.
func (s *Server) HandleStream(name string, h StreamHandler) {
	s.Handle(name, nil)
	if s.streams == nil {
		s.streams = map[string]StreamHandler{}
	}
	s.streams[name] = h
}

// own adds the administrative commands.
func (s *Server) own() {
	if s.handlers != nil {
		return
	}
	s.handlers = map[string]Handler{}
	text := func(reply func() string) Handler {
		return func(context.Context, []string) (string, error) { return reply(), nil }
	}
	s.Handle("protocol_version", text(func() string { return "2" }))
	s.Handle("name", text(func() string { return s.Name }))
	s.Handle("version", text(func() string { return s.Version }))
	s.Handle("list_commands", text(func() string { return strings.Join(s.names, "\n") }))
	s.Handle("known_command", func(_ context.Context, args []string) (string, error) {
		return strconv.FormatBool(len(args) == 1 && slices.Contains(s.names, args[0])), nil
	})
	s.Handle("quit", text(func() string { return "" }))
}

// Serve reads commands from in, one on each line, and writes replies to out. It returns nil after the command quit, at
// the end of the input, or when ctx ends. If a command is running when ctx ends, Serve first writes its reply. If
// reading or writing fails, Serve returns the error.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.own()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	commands := make(chan line)
	go readLines(ctx, in, commands)
	var next *line // received during a reply
	for {
		var l line
		if next != nil {
			l, next = *next, nil
		} else {
			var ok bool
			if l, ok = s.await(ctx, commands); !ok {
				return nil
			}
		}
		if l.err != nil && !errors.Is(l.err, errLong) {
			if errors.Is(l.err, io.EOF) {
				return nil
			}
			return fmt.Errorf("gtp: %w", l.err)
		}
		if ctx.Err() != nil {
			return nil
		}
		var reply string
		quit := false
		if l.err != nil {
			reply = format("", "", l.err)
		} else if id, name, args := parse(l.text); id != "" || name != "" {
			if h := s.streams[name]; h != nil {
				var err error
				run := func(ctx context.Context, tell func(string)) error { return h(ctx, args, tell) }
				if next, err = stream(ctx, out, id, commands, run); err != nil {
					return fmt.Errorf("gtp: %w", err)
				}
				continue
			}
			text, err := s.answer(ctx, name, args)
			reply = format(id, text, err)
			quit = name == "quit"
		}
		if reply != "" {
			if _, err := io.WriteString(out, reply); err != nil {
				return fmt.Errorf("gtp: %w", err)
			}
		}
		if quit {
			return nil
		}
	}
}

// A line is a line of the input, or an error.
type line struct {
	text string
	err  error
}

// readLines sends all lines, and finally the error of the input or of ctx.
func readLines(ctx context.Context, in io.Reader, to chan<- line) {
	send := func(l line) bool {
		select {
		case to <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for text, err := range lines.UpTo(LongestLine, in) {
		if errors.Is(err, lines.ErrLong) {
			err = errLong
		}
		if !send(line{text, err}) || err != nil && !errors.Is(err, errLong) {
			return
		}
	}
	send(line{err: io.EOF})
}

// stream writes a reply line by line until it ends or the next line of the input arrives, which it returns.
func stream(ctx context.Context, out io.Writer, id string, commands <-chan line, run func(context.Context, func(string)) error) (*line, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	write := func(text string) {
		if failed == nil {
			if _, failed = io.WriteString(out, text); failed != nil {
				cancel()
			}
		}
	}
	told := false
	done := make(chan error, 1)
	go func() {
		done <- run(within, func(text string) {
			if !told {
				told = true
				write("=" + id + "\n")
			}
			write(text + "\n")
		})
	}()
	var next *line
	var err error
	select {
	case l := <-commands:
		next = &l
		cancel()
		err = <-done
	case err = <-done:
	}
	switch {
	case told:
		write("\n")
	case err != nil:
		write(format(id, "", err))
	default:
		write(format(id, "", nil))
	}
	return next, failed
}

func (s *Server) answer(ctx context.Context, name string, args []string) (string, error) {
	h, ok := s.handlers[name]
	if !ok {
		return "", errors.New("unknown command")
	}
	return h(ctx, args)
}

var errLong = fmt.Errorf("line longer than %d bytes", LongestLine)

// parse splits a line into an optional number, the command and its arguments. Control characters are dropped, tabs are
// blanks, and # begins a comment.
func parse(line string) (id, name string, args []string) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 127:
			return -1
		}
		return r
	}, line)
	fields := strings.Fields(line)
	if len(fields) > 0 && isNumber(fields[0]) {
		id, fields = fields[0], fields[1:]
	}
	if len(fields) > 0 {
		name, args = fields[0], fields[1:]
	}
	return id, name, args
}

func isNumber(s string) bool {
	return strings.TrimLeft(s, "0123456789") == "" && s != ""
}

// format returns a reply, which ends with an empty line and contains no other.
func format(id, text string, err error) string {
	status := "="
	if err != nil {
		status, text = "?", strings.ReplaceAll(err.Error(), "\n", " ")
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(line, " \r"); line != "" {
			lines = append(lines, line)
		}
	}
	between := " "
	if strings.HasPrefix(text, "\n") && len(lines) > 0 {
		between = "\n" // boards begin on a new line
	}
	return strings.TrimRight(status+id+between+strings.Join(lines, "\n"), " ") + "\n\n"
}
