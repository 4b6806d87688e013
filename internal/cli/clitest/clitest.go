// Package clitest tests the commands of the example games from outside: it passes arguments and input, and checks exit
// status and output.
package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/internal/long"
)

// A Command is an argument of [cli.Main].
type Command = func(cli.Streams) *ffcli.Command

// A Result is the exit status, the output and the error output of a command.
type Result struct {
	Status   int
	Out, Err string
}

// Run runs a command with the input in.
func Run(t testing.TB, command Command, in string, args ...string) Result {
	t.Helper()
	return run(t.Context(), command, strings.NewReader(in), new(bytes.Buffer), args)
}

func run(ctx context.Context, command Command, in io.Reader, out *bytes.Buffer, args []string) Result {
	var stderr bytes.Buffer
	status := cli.Run(ctx, command, args, cli.Streams{In: in, Out: out, Err: &stderr})
	return Result{status, out.String(), stderr.String()}
}

// Output runs a command that must succeed and returns its output.
func Output(t testing.TB, command Command, args ...string) string {
	t.Helper()
	r := Run(t, command, "", args...)
	if r.Status != cli.Success || r.Err != "" {
		t.Fatalf("%q: status %d, %s", args, r.Status, r.Err)
	}
	return r.Out
}

// Objects runs a command that must succeed and decodes its output, one JSON object per line.
func Objects[T any](t testing.TB, command Command, args ...string) []T {
	t.Helper()
	var all []T
	for line := range strings.Lines(Output(t, command, args...)) {
		var object T
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%q: %s: %v", args, line, err)
		}
		all = append(all, object)
	}
	return all
}

// Object is like [Objects] for a command that writes exactly one object.
func Object[T any](t testing.TB, command Command, args ...string) T {
	t.Helper()
	all := Objects[T](t, command, args...)
	if len(all) != 1 {
		t.Fatalf("%q: %d objects, want one", args, len(all))
	}
	return all[0]
}

// A Case is a command line with the expected result.
type Case struct {
	Args   string // separated by spaces
	In     string
	Status int
	Out    string // part of the output
	Err    string // part of the error output
}

// Check runs each case. A failure must be reported in one line.
func Check(t *testing.T, command Command, cases ...Case) {
	t.Helper()
	for _, c := range cases {
		r := Run(t, command, c.In, strings.Fields(c.Args)...)
		if r.Status != c.Status || !strings.Contains(r.Out, c.Out) || !strings.Contains(r.Err, c.Err) {
			t.Errorf("%q: status %d, output %q, errors %q, want %d, %q, %q", c.Args, r.Status, r.Out, r.Err, c.Status, c.Out, c.Err)
		}
		checkErrors(t, c.Args, r)
	}
}

// checkErrors checks that a failure is reported in one line, a success in none, and that the program did not panic.
func checkErrors(t testing.TB, what string, r Result) {
	t.Helper()
	switch lines := strings.Count(r.Err, "\n"); {
	case r.Status != cli.Success && lines != 1, r.Status == cli.Success && lines != 0:
		t.Errorf("%s: status %d with %d lines of errors: %q", what, r.Status, lines, r.Err)
	case strings.Contains(r.Err, "panic"), strings.Contains(r.Out, "panic"), strings.Contains(r.Err, "runtime error"):
		t.Errorf("%s: %s%s", what, r.Err, r.Out)
	}
}

// Misuse checks that a command and all its subcommands have a help text, that all numeric flags have bounds, and that
// wrong arguments are rejected in one line.
func Misuse(t *testing.T, command Command) {
	root := command(cli.Streams{})
	misuse(t, command, root, nil)
}

func misuse(t *testing.T, command Command, c *ffcli.Command, path []string) {
	try := func(args ...string) Result {
		args = append(path[:len(path):len(path)], args...)
		r := Run(t, command, "", args...)
		if r.Status != cli.Misuse || r.Out != "" {
			t.Errorf("%.200q: status %d, output %q, errors %q, want misuse", args, r.Status, r.Out, r.Err)
		}
		checkErrors(t, fmt.Sprintf("%.200q", args), r)
		return r
	}
	try("surplus")
	try("-unknown")
	explained := Output(t, command, append(path[:len(path):len(path)], "-h")...)
	if !strings.Contains(explained, c.ShortHelp) || c.ShortHelp == "" {
		t.Errorf("%q -h: no description in %s", path, explained)
	}
	if c.FlagSet != nil {
		c.FlagSet.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(explained, "-"+f.Name+" ") && !strings.Contains(explained, "-"+f.Name+"=") || f.Usage == "" {
				t.Errorf("%q -h: nothing of -%s", path, f.Name)
			}
			for _, wrong := range wrongValues(t, path, f) {
				r := try("-" + f.Name + "=" + wrong)
				if !strings.Contains(r.Err, "want") || !strings.Contains(r.Err, f.Name) {
					t.Errorf("%q -%s %s: %q does not state the valid values", path, f.Name, wrong, r.Err)
				}
			}
		})
	}
	for _, sub := range c.Subcommands {
		misuse(t, command, sub, append(path[:len(path):len(path)], sub.Name))
	}
}

// Bounds runs each command line for 20 ms with each numeric flag at its least and its greatest value. The command must
// then stop with at most one line of errors. Sizes of tables are not tested, since the greatest table fills the memory.
func Bounds(t *testing.T, command Command, lines ...string) {
	t.Helper()
	long.Only(t)
	for _, line := range lines {
		args := strings.Fields(line)
		c := command(cli.Streams{})
		for len(c.Subcommands) > 0 && len(args) > 0 {
			i := slices.IndexFunc(c.Subcommands, func(sub *ffcli.Command) bool { return sub.Name == args[0] })
			if i < 0 {
				break
			}
			c, args = c.Subcommands[i], args[1:]
		}
		c.FlagSet.VisitAll(func(f *flag.Flag) {
			b, ok := f.Value.(bounded)
			if !ok || strings.Contains(f.Usage, "as memory permits") {
				return
			}
			least, most := b.Bounds()
			for _, value := range []string{least, most} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				r := run(ctx, command, strings.NewReader(""), new(bytes.Buffer), append(strings.Fields(line), "-"+f.Name+"="+value))
				cancel()
				checkErrors(t, fmt.Sprintf("%s -%s %s", line, f.Name, value), r)
			}
		})
	}
}

// bounded is the value of a flag with bounds.
type bounded interface{ Bounds() (least, most string) }

// wrongValues returns values that a flag must reject.
func wrongValues(t *testing.T, path []string, f *flag.Flag) []string {
	b, ok := f.Value.(bounded)
	if !ok {
		switch kind := reflect.Indirect(reflect.ValueOf(f.Value)).Kind(); kind {
		case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Float64:
			t.Errorf("%q: -%s has no bounds: it is a %v", path, f.Name, kind)
		}
		return nil
	}
	least, most := b.Bounds()
	wrong := []string{"", "x", "NaN", "Inf", "-1", "-1s", "1e999", "99999999999999999999", "0x", least + "-", least + "\x00", "9" + most}
	if most != "18446744073709551615" {
		wrong = append(wrong, "9223372036854775807", "2147483648h", "9223372036854775808")
	}
	return wrong
}

// errFull is the error of a full disk.
var errFull = errors.New("no space left on device")

// full is a writer to a disk with space for this number of bytes.
type full int

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), int(*f))
	if *f -= full(n); n < len(b) {
		return n, errFull
	}
	return n, nil
}

// A watched buffer cancels a context at the first write.
type watched struct {
	bytes.Buffer
	cancel context.CancelFunc
}

func (w *watched) Write(b []byte) (int, error) {
	w.cancel()
	return w.Buffer.Write(b)
}

// Streams checks that each command line fails if its output cannot be written, and if it is interrupted, either at once
// or after its first output. With -json every line of output must be a JSON object, even if the command is interrupted.
func Streams(t *testing.T, command Command, lines ...string) {
	t.Helper()
	for _, line := range lines {
		args := strings.Fields(line)
		complete := Output(t, command, args...)
		if complete == "" {
			t.Errorf("%s: no output", line)
		}
		objects(t, line, complete)
		for _, room := range []int{0, len(complete) - 1} {
			disk := full(room)
			var stderr bytes.Buffer
			status := cli.Run(t.Context(), command, args, cli.Streams{In: strings.NewReader(""), Out: &disk, Err: &stderr})
			// The output contains times, so its length differs slightly from run to run.
			if room == 0 && (status != cli.Failure || !strings.Contains(stderr.String(), errFull.Error()) || strings.Count(stderr.String(), "\n") != 1) {
				t.Errorf("%s on a full disk: status %d, %q", line, status, stderr.String())
			}
			if room > 0 && status == cli.Misuse {
				t.Errorf("%s on a disk that is full soon: status %d, %q", line, status, stderr.String())
			}
		}
		cancelled, cancel := context.WithCancel(t.Context())
		out := watched{cancel: cancel}
		var stderr bytes.Buffer
		status := cli.Run(cancelled, command, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &stderr})
		r := Result{status, out.String(), stderr.String()}
		for _, r := range []Result{r, run(cancelled, command, strings.NewReader(""), new(bytes.Buffer), args)} {
			objects(t, line+", interrupted", r.Out)
			checkErrors(t, line+", interrupted", r)
			if r.Status != cli.Failure || !strings.Contains(r.Err, "interrupted") {
				t.Errorf("%s, interrupted: status %d, %q", line, r.Status, r.Err)
			}
		}
	}
}

// objects checks that each line of text is a JSON object if the command line contains -json.
func objects(t *testing.T, line, text string) {
	t.Helper()
	if !strings.Contains(line, "-json") {
		return
	}
	for object := range strings.Lines(text) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(object), &fields); err != nil {
			t.Errorf("%s: %q is not an object: %v", line, object, err)
		}
	}
}

// Files runs a command line, in which FILE stands for a file, on damaged copies of this file and on an empty one. The
// command may accept damaged copies. Otherwise its error must name the file.
func Files(t *testing.T, command Command, line, file string) {
	t.Helper()
	original, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "damaged"+filepath.Ext(file))
	args := strings.Fields(strings.ReplaceAll(line, "FILE", name))
	for seed := range long.Or[uint64](150, 25) {
		damaged := damage(original, rand.New(rand.NewPCG(seed, 0)))
		if seed == 0 {
			damaged = nil
		}
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		r := Run(t, command, "", args...)
		what := fmt.Sprintf("%s with damage %d", line, seed)
		checkErrors(t, what, r)
		if r.Status == cli.Misuse || r.Status == cli.Failure && !strings.Contains(r.Err, name) || seed == 0 && r.Status != cli.Failure {
			t.Fatalf("%s: status %d, %q", what, r.Status, r.Err)
		}
	}
}

// LongLines runs a command line, in which FILE stands for a text file, on copies of this file with spaces at the end of the
// last line. 200,000 spaces must not change the exit status and the errors. If the line exceeds textfile.LongestLine, the
// command must fail with an error that names the file and the line.
func LongLines(t *testing.T, command Command, line, file string) {
	t.Helper()
	original, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	original = bytes.TrimRight(original, "\r\n")
	name := filepath.Join(t.TempDir(), "long"+filepath.Ext(file))
	args := strings.Fields(strings.ReplaceAll(line, "FILE", name))
	var plain Result
	for _, blanks := range []int{0, 200_000, textfile.LongestLine + 1} {
		if err := os.WriteFile(name, append(original[:len(original):len(original)], bytes.Repeat([]byte(" "), blanks)...), 0o600); err != nil {
			t.Fatal(err)
		}
		r := Run(t, command, "", args...)
		if blanks <= textfile.LongestLine {
			if blanks == 0 {
				plain = r
			}
			if r.Status != plain.Status || r.Err != plain.Err {
				t.Errorf("%s with %d blanks: status %d, %q, want %d, %q", line, blanks, r.Status, r.Err, plain.Status, plain.Err)
			}
			continue
		}
		number := bytes.Count(original, []byte("\n")) + 1
		want := fmt.Sprintf("%s: line %d: longer than %d bytes", name, number, textfile.LongestLine)
		if r.Status != cli.Failure || !strings.Contains(r.Err, want) {
			t.Errorf("%s: status %d, %q, want %q", line, r.Status, r.Err, want)
		}
	}
}

// Same runs command lines, each of which writes a file FILE, and checks that the files are equal.
func Same(t *testing.T, command Command, lines ...string) {
	t.Helper()
	var first []byte
	for i, line := range lines {
		name := filepath.Join(t.TempDir(), "file")
		Output(t, command, strings.Fields(strings.ReplaceAll(line, "FILE", name))...)
		data, err := os.ReadFile(name)
		switch {
		case err != nil || len(data) == 0:
			t.Fatalf("%s: %d bytes, error %v", line, len(data), err)
		case i == 0:
			first = data
		case !bytes.Equal(data, first):
			t.Errorf("%s: the file differs from the file of %s", line, lines[0])
		}
	}
}

// Replaces runs a command line, in which FILE stands for an existing file. The command must succeed and replace the file
// by a new one. Overwriting in place is a failure, since the file would be incomplete for a while.
func Replaces(t *testing.T, command Command, in, line, file string) {
	t.Helper()
	kept, err := os.Open(file) // so that its inode is not reused for the new file
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if r := Run(t, command, in, strings.Fields(strings.ReplaceAll(line, "FILE", file))...); r.Status != cli.Success {
		t.Fatalf("%s: %+v", line, r)
	}
	before, err1 := kept.Stat()
	after, err2 := os.Stat(file)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if os.SameFile(before, after) {
		t.Errorf("%s: the file was overwritten in place", line)
	}
}

// Sessions runs an interactive command on damaged copies of its input, for instance cut off in the middle of a line, and
// on a line that is too long. The command must succeed and continue up to the end of its input.
func Sessions(t *testing.T, command Command, line, input string) {
	t.Helper()
	args := strings.Fields(line)
	for seed := range long.Or[uint64](100, 20) {
		damaged := damage([]byte(input), rand.New(rand.NewPCG(seed, 0)))
		if seed == 0 {
			damaged = []byte(strings.Repeat("x", 3<<20) + "\n" + input)
		}
		r := Run(t, command, string(damaged), args...)
		what := fmt.Sprintf("%s with damage %d", line, seed)
		checkErrors(t, what, r)
		if r.Status != cli.Success {
			t.Errorf("%s: status %d, %q", what, r.Status, r.Err)
		}
		if seed == 0 && len(r.Out) <= len(Run(t, command, input, args...).Out)/2 {
			t.Errorf("%s: the session ended with a line that is too long: %q", line, r.Out)
		}
	}
}
