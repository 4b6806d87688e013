package cli_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// command returns a command that ends as run does.
func command(run func(context.Context, cli.Streams) error) clitest.Command {
	return func(std cli.Streams) *ffcli.Command {
		flags := flag.NewFlagSet("sub", flag.ExitOnError)
		var n int
		var x float64
		var d time.Duration
		var seed uint64
		var word string
		cli.Number(flags, &n, "n", 2, 1, 42, "a `number`")
		cli.Number(flags, &x, "x", 0.5, 0, 1e6, "a part")
		cli.Number(flags, &d, "d", 0, 0, 90*time.Minute, "a `time`")
		cli.Number(flags, &seed, "seed", 1, 0, math.MaxUint64, "a `seed`")
		cli.Table(flags, &n, "table", 16, 1, 8, "`number` of entries")
		cli.Choice(flags, &word, "word", "", []string{"this", "that"}, "a `word`")
		return &ffcli.Command{
			Name:      "test",
			ShortHelp: "Test this.",
			Subcommands: []*ffcli.Command{{
				Name:      "sub",
				ShortHelp: "Do this.",
				FlagSet:   flags,
				Exec:      func(ctx context.Context, _ []string) error { return run(ctx, std) },
			}},
		}
	}
}

func returning(err error) clitest.Command {
	return command(func(context.Context, cli.Streams) error { return err })
}

func TestExitStatus(t *testing.T) {
	clitest.Check(t, returning(nil),
		clitest.Case{Args: "", Status: cli.Misuse, Err: "test: no command given (-h explains)\n"},
		clitest.Case{Args: "other", Status: cli.Misuse, Err: `unknown command "other"`},
		clitest.Case{Args: "-h", Out: "Do this."},
		clitest.Case{Args: "sub"},
		clitest.Case{Args: "sub -h", Out: "a number; 1 to 42\n"},
		clitest.Case{Args: "sub -n 3 -x .5 -d 1h30m -seed 18446744073709551615 -table 1000000 -word that"},
		clitest.Case{Args: "sub -n 43", Status: cli.Misuse, Err: `test: invalid value "43" for flag -n: want 1 to 42 (-h explains)` + "\n"},
		clitest.Case{Args: "sub -x NaN", Status: cli.Misuse, Err: "want 0 to 1e+06"},
		clitest.Case{Args: "sub -d 91m", Status: cli.Misuse, Err: "want 0s to 1h30m"},
		clitest.Case{Args: "sub -word the", Status: cli.Misuse, Err: "want this or that"},
		clitest.Case{Args: "sub -unknown", Status: cli.Misuse, Err: "not defined"},
		clitest.Case{Args: "sub extra", Status: cli.Misuse, Err: `unexpected argument "extra"`},
	)
	clitest.Check(t, returning(errors.Join(errors.New("line 3: no card"), errors.New("line 4"))),
		clitest.Case{Args: "sub", Status: cli.Failure, Err: "test: line 3: no card; line 4\n"})
	clitest.Check(t, returning(fmt.Errorf("in short: %w", cli.Usagef("-a and -b together"))),
		clitest.Case{Args: "sub", Status: cli.Misuse, Err: "test: in short: -a and -b together (-h explains)\n"})
	clitest.Misuse(t, returning(nil))
}

// TestOutput checks that output which is lost is a failure, and ends the work.
func TestOutput(t *testing.T) {
	clitest.Streams(t, command(func(ctx context.Context, std cli.Streams) error {
		if err := cli.WriteJSON(std.Out, map[string]int{"n": 1}); err != nil {
			return nil // as where nobody looks
		}
		if ctx.Err() == nil {
			_ = cli.WriteJSON(std.Out, map[string]int{"n": 2})
		}
		return nil
	}), "sub -word this")
}

// TestInput checks that a read that waits ends with the context.
func TestInput(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	waiting := command(func(_ context.Context, std cli.Streams) error {
		_, err := io.ReadAll(std.In)
		return err
	})
	var stderr bytes.Buffer
	if status := cli.Run(ctx, waiting, []string{"sub"}, cli.Streams{In: silent, Out: io.Discard, Err: &stderr}); status != cli.Failure {
		t.Errorf("status %d", status)
	}
	if stderr.String() != "test: interrupted\n" {
		t.Errorf("%q", stderr.String())
	}
}

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		most  int
		text  string
		error string
	}{
		{name, 5, "12345", ""},
		{name, 4, "", name + ": longer than 4 bytes"},
		{"-", 3, "abc", ""},
		{"-", 2, "", "standard input: longer than 2 bytes"},
		{name + "x", 5, "", "file"},
	} {
		got, err := cli.Read(test.name, strings.NewReader("abc"), func(r io.Reader) ([]byte, error) { return io.ReadAll(cli.Limit(r, test.most)) })
		if string(got) != test.text && err == nil || (err == nil) != (test.error == "") || err != nil && !strings.Contains(err.Error(), test.error) {
			t.Errorf("%s up to %d: %q, error %v", test.name, test.most, got, err)
		}
	}
}

func TestMain(m *testing.M) {
	clitest.Main(command(func(ctx context.Context, std cli.Streams) error {
		if _, err := fmt.Fprintln(std.Out, "ready"); err != nil {
			return err
		}
		_, err := io.Copy(io.Discard, std.In)
		return err
	}))
	os.Exit(m.Run())
}

// started starts the test program as a command that waits for its input.
func started(t *testing.T) (process *exec.Cmd, stderr *bytes.Buffer, stdin io.Closer) {
	t.Helper()
	process = clitest.Process("sub")
	stderr = new(bytes.Buffer)
	process.Stderr = stderr
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	return process, stderr, in
}

func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOARCH == "wasm" {
		t.Skip("no signals")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		process, stderr, stdin := started(t)
		defer stdin.Close()
		out, err := process.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 5)); err != nil {
			t.Fatal(err)
		}
		if err := process.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := process.Wait(); process.ProcessState.ExitCode() != cli.Failure || stderr.String() != "test: interrupted\n" {
			t.Errorf("%v: %v, %q", signal, err, stderr)
		}
	}
}

// TestLostOutput checks what a closed pipe and a full disk do to a command.
func TestLostOutput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is of Linux")
	}
	closed, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	for want, file := range map[string]*os.File{"broken pipe": out, "no space left": disk} {
		process, stderr, stdin := started(t)
		defer stdin.Close()
		process.Stdout = file
		err := process.Run()
		if process.ProcessState.ExitCode() != cli.Failure || !strings.Contains(stderr.String(), want) {
			t.Errorf("%v, %q, want %s", err, stderr, want)
		}
		file.Close()
	}
}

func TestCount(t *testing.T) {
	if got := cli.Count(0, "game") + ", " + cli.Count(int64(1), "game") + ", " + cli.Count(uint64(2), "game"); got != "0 games, 1 game, 2 games" {
		t.Error(got)
	}
}

func TestMean(t *testing.T) {
	mean, half := cli.Mean([]float64{1, 2, 3, 4})
	// The deviation is the square root of 5/3.
	if want := 1.959963984540054 * math.Sqrt(5.0/3/4); mean != 2.5 || math.Abs(half-want) > 1e-9 {
		t.Errorf("%v ± %v, want 2.5 ± %v", mean, half, want)
	}
	if _, half := cli.Mean([]float64{1}); !math.IsInf(half, 1) {
		t.Errorf("± %v of one number", half)
	}
}

func TestRate(t *testing.T) {
	// Wilson's interval for 10 of 100: 5.52 % to 17.44 %.
	if low, high := cli.Rate(10, 100); math.Abs(low-0.0552) > 1e-4 || math.Abs(high-0.1744) > 1e-4 {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := cli.Rate(0, 0); low != 0 || high != 1 {
		t.Errorf("%v to %v of nothing", low, high)
	}
	if got := cli.FormatRate(10, 100); got != "10 % (95 %: 5.52 to 17.4)" {
		t.Error(got)
	}
}
