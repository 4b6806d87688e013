package gnubg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/backgammon/backgammon"
)

// TestMain makes the test program a program with a manner in place of GNU Backgammon, if it is told one.
func TestMain(m *testing.M) {
	if manner := os.Getenv("PLY_GNUBG"); manner != "" {
		if err := fake(manner); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func fake(manner string) error {
	commands, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		return err
	}
	_, socket, ok := strings.Cut(strings.TrimSpace(string(commands)), "\nexternal ")
	if !ok || manner == "ends" {
		return errors.New("cannot play")
	}
	if manner == "is silent" {
		_, err := io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour)
		return err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	fmt.Printf("Waiting for a connection from %s...\n", socket)
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		switch manner {
		case "hangs":
			continue
		case "leaves":
			return nil
		}
		if _, err := fmt.Fprintln(conn, manner); err != nil { // the play
			return err
		}
	}
	return nil
}

// begun starts a fake.
func begun(t *testing.T, ctx context.Context, manner string) (*Engine, error) {
	t.Helper()
	t.Setenv("PLY_GNUBG", manner)
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Start(ctx, file, 0)
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ manner, want, problem string }{
		{"8/5 6/5 ", "8/5,6/5", ""},
		{"24/23 24/21", "24/23,24/21", ""},
		{"24/1", "", `"24/1" is no legal play of 31`},
		{"", "", `"pass" is no play`}, // an empty line, where a play is possible
		{"Error: syntax error", "", "is no play"},
		{"leaves", "", "EOF"},
		{"hangs", "", context.DeadlineExceeded.Error()},
	} {
		t.Run(c.manner, func(t *testing.T) {
			manner := c.manner
			if manner == "" {
				manner = " "
			}
			e, err := begun(t, t.Context(), manner)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			g := backgammon.New()
			g.Play(backgammon.Throw(3, 1))
			ctx := t.Context()
			if c.manner == "hangs" {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 20*time.Millisecond)
				defer cancel()
			}
			m, err := e.Move(ctx, g)
			switch {
			case err != nil && (c.problem == "" || !strings.Contains(err.Error(), c.problem)):
				t.Errorf("%v, want %q", err, c.problem)
			case err == nil && string(g.AppendMove(nil, m)) != c.want:
				t.Errorf("%s, want %s %s", g.AppendMove(nil, m), c.want, c.problem)
			}
		})
	}
}

func TestEvaluations(t *testing.T) {
	for _, c := range []struct {
		answer, problem string
		want            float64
	}{
		{"0.521483 0.153909 0.007563 0.129867 0.007548 0.067024", "", 0.067024},
		{" 0 0 0 1 1 -3 ", "", -3},
		{"0.5 0 0 0 0 3.1", "is no evaluation", 0},
		{"0.5 0 0 0 0 NaN", "is no evaluation", 0},
		{"0.5 0 0 0 0 x", "is no evaluation", 0},
		{"0.5 0 0 0 0", "is no evaluation", 0},
		{"Error: syntax error, unexpected EOL", "is no evaluation", 0},
		{"leaves", "EOF", 0},
	} {
		t.Run(c.answer, func(t *testing.T) {
			e, err := begun(t, t.Context(), c.answer)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			points, err := e.Evaluate(t.Context(), backgammon.New(), 2)
			if points != c.want || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%v, %v; want %v %s", points, err, c.want, c.problem)
			}
		})
	}
	e, err := begun(t, t.Context(), "hangs")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, plies := range []int{-1, MostPlies + 1} {
		if _, err := e.Evaluate(t.Context(), backgammon.New(), plies); err == nil || !strings.Contains(err.Error(), "plies") {
			t.Errorf("%d plies: %v", plies, err)
		}
	}
	g := backgammon.New()
	g.Play(backgammon.Throw(3, 1))
	if _, err := e.Evaluate(t.Context(), g, 0); err == nil || !strings.Contains(err.Error(), "no side is to throw") {
		t.Errorf("after a throw: %v", err)
	}
}

func TestStartsNothing(t *testing.T) {
	if _, err := begun(t, t.Context(), "ends"); err == nil || !strings.Contains(err.Error(), "has ended: cannot play") {
		t.Errorf("a program that ends: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := begun(t, ctx, "is silent"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a program that does not wait for a connection: %v", err)
	}
}
