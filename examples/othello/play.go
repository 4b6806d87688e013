package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli"
)

func playCommand(std cli.Streams) *cli.Command {
	flags := flag.NewFlagSet("othello play", flag.ContinueOnError)
	return evaluating(flags, "Play against the program.", sessionHelp, func(ctx context.Context, evaluation *othello.Evaluation) error {
		s := session{out: std.Out, evaluation: evaluation, color: othello.Black, level: "medium"}
		return s.run(ctx, std.In)
	})
}

const sessionHelp = `Commands, a line each:
  new [easy|medium|hard]  begin a new game, against a program of that level
  game SQUARE             play on a square, as in game D3, or pass
  game                    let the program play
  break                   leave the game
  color                   change sides with the program
  undo                    take back the last move
  redo                    play it again
  save FILE               save the game
  load FILE               load a game
  help                    list the commands
  exit                    leave`

type session struct {
	out        io.Writer
	evaluation *othello.Evaluation
	level      string
	color      int // of the person
	playing    bool
	record     othello.Record
	at         int // the number of moves that are played; redo plays the others again
}

func (s *session) run(ctx context.Context, in io.Reader) error {
	fmt.Fprintln(s.out, "Othello. new begins a game, help lists the commands.")
	dialogue := cli.NewDialogue(in, s.out)
	defer dialogue.Close()
	for {
		line, more, err := dialogue.Ask("> ")
		if err != nil || !more || strings.EqualFold(line, "exit") {
			return err
		}
		if fields := strings.Fields(line); len(fields) > 0 {
			err = s.do(ctx, strings.ToLower(fields[0]), fields[1:])
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			fmt.Fprintln(s.out, err)
		}
	}
}

func (s *session) do(ctx context.Context, command string, args []string) error {
	arg := strings.Join(args, "")
	switch command {
	case "new", "load", "help":
	case "game", "break", "color", "undo", "redo", "save":
		if !s.playing {
			return fmt.Errorf("%s: there is no game; new begins one", command)
		}
	default:
		return fmt.Errorf("unknown command %q; help lists the commands", command)
	}
	if most := map[string]int{"new": 1, "game": 1, "load": 1, "save": 1}[command]; len(args) > most {
		return fmt.Errorf("%s: too many words", command)
	}
	switch command {
	case "help":
		_, err := fmt.Fprintln(s.out, sessionHelp)
		return err
	case "new":
		if _, ok := othello.Levels[arg]; ok {
			s.level = arg
		} else if arg != "" {
			return fmt.Errorf("new %s: want easy, medium or hard", arg)
		}
		s.record, s.at, s.playing = othello.NewRecord(), 0, true
	case "load":
		return s.load(arg)
	case "game":
		if arg == "" {
			return s.reply(ctx)
		}
		return s.play(ctx, arg)
	case "break":
		s.playing = false
		return nil
	case "color":
		s.color = 1 - s.color
	case "undo":
		if s.at == 0 {
			return errors.New("undo: nothing was played")
		}
		s.at--
	case "redo":
		if s.at == len(s.record.Moves) {
			return errors.New("redo: nothing was taken back")
		}
		s.at++
	case "save":
		if arg == "" {
			return errors.New("save: want a file")
		}
		return atomicfile.Write(arg, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, &othello.Record{Moves: s.record.Moves[:s.at]})
			return err
		})
	}
	return s.show()
}

func (s *session) position() *othello.Game {
	g, err := s.record.Position(s.at)
	if err != nil {
		panic(err) // moves are checked before they are recorded
	}
	return g
}

// show draws the position and writes who is to move, or who has won.
func (s *session) show() error {
	g := s.position()
	fmt.Fprint(s.out, g)
	switch {
	case len(g.Moves(nil)) == 0:
		black, white := g.Discs(othello.Black), g.Discs(othello.White)
		result := [...]string{"White has won.", "It is a draw.", "Black has won."}[1+cmp.Compare(black, white)]
		fmt.Fprintf(s.out, "The game is over: %d to %d. %s\n", black, white, result)
	case g.ToMove() == s.color:
		fmt.Fprintf(s.out, "You are %s, and to move.\n", sides[s.color])
	default:
		fmt.Fprintf(s.out, "You are %s; the program (%s) is to move: game lets it.\n", sides[s.color], s.level)
	}
	return nil
}

func (s *session) play(ctx context.Context, text string) error {
	g := s.position()
	m, err := g.ParseMove(text)
	if err != nil {
		return err
	}
	s.push(m)
	g.Play(m)
	if len(g.Moves(nil)) == 0 || g.ToMove() == s.color {
		return s.show()
	}
	return s.reply(ctx)
}

func (s *session) reply(ctx context.Context) error {
	g := s.position()
	if len(g.Moves(nil)) == 0 {
		return errors.New("the game is over")
	}
	m, err := othello.NewPlayer(othello.Levels[s.level], s.evaluation).Move(ctx, g, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s plays %v.\n", sides[g.ToMove()], m)
	s.push(m)
	return s.show()
}

func (s *session) push(m othello.Move) {
	s.record.Moves = append(s.record.Moves[:s.at], m)
	s.at++
}

// longestGame is the greatest size of the file of a game, in bytes.
const longestGame = 1 << 16

func (s *session) load(name string) error {
	if name == "" {
		return errors.New("load: want a file")
	}
	record, err := cli.ReadFile(name, func(r io.Reader) (othello.Record, error) {
		text, err := io.ReadAll(cli.Limit(bom.Skip(r), longestGame))
		if err != nil {
			return othello.Record{}, err
		}
		return othello.ParseRecord(string(text))
	})
	if err != nil {
		return err
	}
	s.record, s.at, s.playing = record, len(record.Moves), true
	return s.show()
}
