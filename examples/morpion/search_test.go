package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/postgrestest"
)

// searching returns the arguments of a search on a small board.
func searching(method string, more ...string) []string {
	line := "search -variant 4D -method " + method + " -statistic maximum -json -level 2 -width 3 -simulations 5 -population 20 -iterations 30"
	if method == adaptation {
		line = "search -variant 4D -method " + method + " -json -level 3 -iterations 30 -rate 0.5 -top-rate 0.5 -repetitions 0"
	}
	return append(strings.Fields(line), more...)
}

// hunting runs a search and returns what it says, but for the time.
func hunting(t *testing.T, args []string) hunted {
	t.Helper()
	found := clitest.Object[hunted](t, command, args...)
	found.Seconds = 0
	return found
}

// What a method finds is a record that replay accepts. The longest game of 4D has 35 moves.
func TestSearch(t *testing.T) {
	for method, least := range map[string]int{nested: 33, adaptation: 34, beam: 31, evolving: 32} {
		record, history := filepath.Join(t.TempDir(), "best.psol"), filepath.Join(t.TempDir(), "history.csv")
		found := hunting(t, searching(method, "-playouts", "20000", "-o", record, "-history", history))
		if found.Moves < least || found.Moves > 35 || found.Playouts != 20_000 {
			t.Errorf("%+v, want %d moves", found, least)
		}
		if out := clitest.Output(t, command, "replay", "-record", record, "-variant", "4D"); !strings.Contains(out, ", no move is left") {
			t.Errorf("%s: %s", method, out)
		}
		plot := filepath.Join(t.TempDir(), "growth.svg")
		for _, flags := range []string{"", "-against playouts", "-median", "-median -against playouts"} {
			clitest.Output(t, command, append(strings.Fields("plot "+flags), "-history", history, "-history", history, "-o", plot)...)
			checkXML(t, plot)
		}
	}
}

// resumed are the methods of the searches that go on where they were interrupted.
var resumed = [][]string{{nested}, {adaptation}, {adaptation, "-forbidden", "2"}, {beam}, {evolving}}

// A search in parts ends as one in one part.
func TestResume(t *testing.T) {
	budgets := []string{"10", "1000", "1001", "2000"}
	last := budgets[len(budgets)-1]
	for _, r := range resumed {
		args := searching(r[0], r[1:]...)
		want := hunting(t, append(args, "-playouts", last))
		state := filepath.Join(t.TempDir(), "state")
		for _, playouts := range budgets {
			if got := hunting(t, append(args, "-checkpoint", state, "-playouts", playouts)); playouts == last && got != want {
				t.Errorf("%s: %+v, want %+v", r, got, want)
			}
		}
	}
}

// A search that is interrupted at any time, and goes on, ends with the same record as one that is not.
func TestInterrupted(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for i, r := range resumed {
		for _, workers := range long.Or([]string{"1", "2"}, []string{strconv.Itoa(1 + i%2)}) {
			folder := t.TempDir()
			whole, parts, state := filepath.Join(folder, "whole"), filepath.Join(folder, "parts"), filepath.Join(folder, "state")
			args := append(searching(r[0], r[1:]...), "-playouts", long.Or("15000", "1500"), "-workers", workers)
			hunting(t, append(args, "-o", whole))
			args = append(args, "-o", parts, "-checkpoint", state, "-every", "5ms")
			interrupts, most := 0, long.Or(4, 2)
			for {
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if interrupts < most {
					ctx, cancel = context.WithTimeout(ctx, time.Duration(random.IntN(long.Or(80, 10)))*time.Millisecond)
				}
				var stderr bytes.Buffer
				status := cli.Run(ctx, command, args, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr})
				interrupted := ctx.Err() != nil
				cancel()
				if status == cli.Success { // also if the time was over just after the end
					break
				}
				if interrupts++; !interrupted || status != cli.Failure || strings.Count(stderr.String(), "\n") != 1 {
					t.Fatalf("%s: status %d, %s", r, status, &stderr)
				}
			}
			want, err := os.ReadFile(whole)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(parts); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s with %s workers: %s, error %v, want %s", r, workers, got, err, want)
			}
			if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
				t.Errorf("%v are left, error %v", files, err)
			}
		}
	}
}

func TestMain(m *testing.M) {
	clitest.Main(command)
	os.Exit(postgrestest.Run(m))
}

// A search that is killed again and again ends with the same record too, and leaves nothing else behind.
func TestKilled(t *testing.T) {
	long.Only(t)
	const most = 5 // kills of a search
	random := rand.New(rand.NewPCG(6, 0))
	for _, r := range resumed {
		folder := t.TempDir()
		whole, parts := filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
		args := append(searching(r[0], r[1:]...), "-playouts", "50000", "-workers", "2")
		hunting(t, append(args, "-o", whole))
		args = append(args, "-o", parts, "-checkpoint", filepath.Join(folder, "state"), "-every", "5ms")
		for kills := 0; ; kills++ {
			process := clitest.Process(args...)
			clitest.Start(t, process)
			if kills < most {
				time.AfterFunc(time.Duration(20+random.IntN(200))*time.Millisecond, func() { _ = process.Process.Kill() })
			}
			if err := process.Wait(); err == nil {
				break
			} else if kills >= most {
				t.Fatalf("%s: %v", r, err)
			}
		}
		want, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(parts); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, error %v, want %s", r, got, err, want)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
			t.Errorf("%v are left, error %v", files, err)
		}
	}
}

func TestFilesAreReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced")
	}
	folder := t.TempDir()
	file, history := filepath.Join(folder, "file.svg"), filepath.Join(folder, "history")
	if err := errors.Join(os.WriteFile(file, []byte("an earlier one\n"), 0o600), os.WriteFile(history, []byte("0.1,10,20\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	clitest.Replaces(t, command, "", "search -variant 4D -playouts 100 -o FILE", file)
	clitest.Replaces(t, command, "", "draw -o FILE -record "+bruneau, file)
	clitest.Replaces(t, command, "", "plot -o FILE -history "+history, file)
}

func TestSearchErrors(t *testing.T) {
	folder := t.TempDir()
	state := filepath.Join(folder, "state")
	hunting(t, searching(adaptation, "-playouts", "1000", "-checkpoint", state))
	data, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	truncated := write("truncated", data[:len(data)-100])
	newer := write("newer", regexp.MustCompile(`format \d+\n`).ReplaceAll(data, []byte("format 99\n")))
	record := write("record", []byte("a record\n"))
	for _, c := range []clitest.Case{
		{Args: "-variant 6T", Status: cli.Misuse, Err: "-variant: want 5T"},
		{Args: "-method mcts", Status: cli.Misuse, Err: "-method: want nmcs, nrpa, beam or evolve"},
		{Args: "-budget -1s", Status: cli.Misuse, Err: "-budget: want 0s to 100000h"},
		{Args: "-every 0s", Status: cli.Misuse, Err: "-every: want 1ms to 100000h"},
		{Args: "-level 2147483648", Status: cli.Misuse, Err: "-level: want 0 to 20"},
		{Args: "-iterations 0", Status: cli.Misuse, Err: "-iterations: want 1 to"},
		{Args: "-rate NaN", Status: cli.Misuse, Err: "-rate: want 1e-06 to 1e+06"},
		{Args: "-method beam -share", Status: cli.Misuse, Err: "-share: method beam cannot"},
		{Args: "-statistic mode", Status: cli.Misuse, Err: "-statistic: want mean, maximum"},
		{Args: "-variant 5T -checkpoint " + state, Status: cli.Failure, Err: "state: it is of another game"},
		{Args: "-level 2 -checkpoint " + state, Status: cli.Failure, Err: `it is of other options: "nested rollout policy adaptation`},
		{Args: "-seed 2 -checkpoint " + state, Status: cli.Failure, Err: `it is of other options: "nested rollout policy adaptation`},
		{Args: "-checkpoint " + truncated, Status: cli.Failure, Err: "truncated: damaged or truncated"},
		{Args: "-checkpoint " + newer, Status: cli.Failure, Err: `newer: a saved state of format "99", want `},
		{Args: "-checkpoint " + os.DevNull, Status: cli.Failure, Err: os.DevNull + ": want a regular file"},
		{Args: "-checkpoint " + filepath.Join(folder, "none", "state"), Status: cli.Failure, Err: "no such file"},
		{Args: "-o " + filepath.Join(folder, "none", "best.psol"), Status: cli.Failure, Err: "none/best.psol"},
		{Args: "-o " + folder, Status: cli.Failure, Err: "is a folder"},
		{Args: "-history " + filepath.Join(folder, "none", "history"), Status: cli.Failure, Err: "none/history"},
	} {
		r := clitest.Run(t, command, "", searching(adaptation, strings.Fields("-playouts 100 "+c.Args)...)...)
		if r.Status != c.Status || !strings.Contains(r.Err, c.Err) || r.Out != "" {
			t.Errorf("%s: %+v, want %+v", c.Args, r, c)
		}
	}
	if runtime.GOOS != "linux" {
		return
	}
	// What was found is told all the same, and a record on a full disk is a failure.
	r := clitest.Run(t, command, "", searching(adaptation, "-playouts", "100", "-history", "/dev/full", "-o", record)...)
	if r.Status != cli.Failure || !strings.Contains(r.Err, "/dev/full") || !strings.Contains(r.Out, `"moves":`) {
		t.Errorf("%+v", r)
	}
	if text, err := os.ReadFile(record); err != nil || !strings.HasPrefix(string(text), "# ") {
		t.Errorf("%s, error %v", text, err)
	}
}

// A picture is well-formed, and has a circle for each point and a line for each move.
func TestDraw(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.svg")
	clitest.Output(t, command, "draw", "-record", bruneau, "-o", name)
	counts := checkXML(t, name)
	if counts["circle"] != 36+170 || counts["text"] != 170 || counts["line"] < 170 {
		t.Errorf("%v", counts)
	}
	out := clitest.Output(t, command, "draw", "-record", bruneau, "-o", "-")
	if file, _ := os.ReadFile(name); string(file) != out {
		t.Error("the picture on standard output is another")
	}
	clitest.Check(t, command, clitest.Case{Args: "draw -record " + bruneau, Status: cli.Misuse, Err: "-o: want a file"})
	if runtime.GOOS == "linux" {
		clitest.Check(t, command, clitest.Case{Args: "draw -o /dev/full -record " + bruneau, Status: cli.Failure, Err: "/dev/full: no space left"})
	}
}

// checkXML counts the elements of a file.
func checkXML(t *testing.T, name string) map[string]int {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counts := make(map[string]int)
	for decoder := xml.NewDecoder(file); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			counts[start.Name.Local]++
		}
	}
}

// A plot of counts is made from what count writes.
func TestPlotCounts(t *testing.T) {
	var lines strings.Builder
	for from := 150; from <= 170; from++ {
		lines.WriteString(clitest.Output(t, command, "count", "-record", bruneau, "-from", strconv.Itoa(from), "-json"))
	}
	name := filepath.Join(t.TempDir(), "counts")
	if err := os.WriteFile(name, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	plot := filepath.Join(t.TempDir(), "counts.svg")
	clitest.Output(t, command, "plot", "-counts", name, "-o", plot)
	if checkXML(t, plot)["path"] == 0 {
		t.Error("a plot without lines")
	}
}

func TestPlotErrors(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	wrong := filepath.Join(t.TempDir(), "wrong")
	zero := filepath.Join(t.TempDir(), "zero")
	if err := errors.Join(os.WriteFile(empty, nil, 0o666), os.WriteFile(wrong, []byte("1.0,5,50\n2.0,x,y\n"), 0o666),
		os.WriteFile(zero, []byte(`{"from":5,"nodes":0}`), 0o666)); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "plot -o x.svg", Status: cli.Misuse, Err: "-counts: want a file"},
		clitest.Case{Args: "plot -o x.svg -history " + empty + " -counts " + empty, Status: cli.Misuse, Err: "want one of the two"},
		clitest.Case{Args: "plot -o x.svg -counts " + empty, Status: cli.Failure, Err: "empty: no counts"},
		clitest.Case{Args: "plot -o x.svg -counts " + zero, Status: cli.Failure, Err: "zero: line 1: want an ob"},
		clitest.Case{Args: "plot -history " + empty, Status: cli.Misuse, Err: "-o: want a file"},
		clitest.Case{Args: "plot -o x.xls -history " + empty, Status: cli.Misuse, Err: "-o x.xls: want a name"},
		clitest.Case{Args: "plot -o x.svg -history " + empty, Status: cli.Failure, Err: "empty: an empty history"},
		clitest.Case{Args: "plot -o x.svg -history " + wrong, Status: cli.Failure, Err: "wrong: line 2: want seco"},
	)
	history, counts := filepath.Join(t.TempDir(), "history.csv"), filepath.Join(t.TempDir(), "counts")
	if err := errors.Join(os.WriteFile(history, []byte("0.1,10,20\n0.5,70,31\n10.0,500,35\n"), 0o666),
		os.WriteFile(counts, []byte(`{"from":150,"nodes":88}`+"\n"+`{"from":149,"nodes":176}`+"\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(t.TempDir(), "plot.svg")
	clitest.Files(t, command, "plot -history FILE -o "+output, history)
	clitest.Files(t, command, "plot -counts FILE -o "+output, counts)
	clitest.LongLines(t, command, "plot -counts FILE -o "+output, counts)
}

// What is read from a file can be plotted: there are numbers, and all are finite.
func checkPoints(t *testing.T, points plotter.XYs, err error) {
	if err == nil && len(points) == 0 {
		t.Error("neither points nor an error")
	}
	for _, p := range points {
		if math.IsNaN(p.X) || math.IsNaN(p.Y) || p.Y < 0 || p.X > mostPlotted || p.Y > mostPlotted {
			t.Errorf("%v", p)
		}
	}
}

func FuzzHistory(f *testing.F) {
	f.Add("0.1,10,20\n0.5,70,31\n")
	f.Add("1e309,1,NaN\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		for column := range measures {
			points, err := readHistory(strings.NewReader(text), column)
			checkPoints(t, points, err)
		}
	})
}

func FuzzCounts(f *testing.F) {
	f.Add(`{"from":150,"nodes":88}`)
	f.Fuzz(func(t *testing.T, text string) {
		points, err := readCounts(strings.NewReader(text))
		checkPoints(t, points, err)
	})
}

// The games that the searches have found are as long as the names of their files say, and finished.
func TestFound(t *testing.T) {
	names, err := filepath.Glob("found/*.psol")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, error %v", names, err)
	}
	for _, name := range names {
		variant, moves, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".psol"), "-")
		want := `{"variant":"` + strings.ToUpper(variant) + `","moves":` + moves + `,"next":0}` + "\n"
		if out := clitest.Output(t, command, "replay", "-record", name, "-variant", strings.ToUpper(variant), "-json"); out != want {
			t.Errorf("%s: %s, want %s", name, out, want)
		}
	}
}
