package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const benchText = `# Benchmarks

## One player

| search | ` + "`Mnodes/s` | `ratio`" + ` | benchmark |
|---|--:|--:|---|
| every line | 1 234.5 | 0.97 (0.90 to 1.00) | ` + "`./a Tree/all`" + ` |
| IDA\*, a\|b | | 1.10 times | ` + "`./a Tree/some`" + ` |
| solved | | 2 | ` + "`./a Solve -benchtime 1x`" + `, long |

## Two sides

| | ` + "`/workers=1 nodes/s` | `/workers=2 nodes/s`" + ` | benchmark |
|---|--:|--:|---|
| proof | 10 | 20 | ` + "`./b Proof`" + ` |

## Recorded runs

### Other programs

| | s |
|---|--:|
| another | more than 6 |

    go run ./c solve
`

// benchOutputs has the output of go test for each package.
var benchOutputs = map[string]string{
	"./a": `goos: linux
cpu: Fast
BenchmarkTree/all-2  1  2345.67 Mnodes/s  0.5 ratio
BenchmarkTree/all-2  1  2100.00 Mnodes/s  0.7 ratio
BenchmarkTree/all-2  1  2200.00 Mnodes/s  0.9 ratio
BenchmarkTree/all/more-2  1  1.00 Mnodes/s  9 ratio
BenchmarkTree/some  1  10 ns/op  1.234 ratio
BenchmarkSolve-2  1  10 ns/op  3.4 ratio
PASS
`,
	"./b": "BenchmarkProof/workers=1-2  1  30 nodes/s\nBenchmarkProof/workers=2-2  1  50 nodes/s\n",
}

func TestBench(t *testing.T) {
	const some, all = "| IDA\\*, a\\|b |  | 1.23 times | `./a Tree/some` |", "| every line | 2 200.0 (2 100.0 to 2 345.7) | 0.70 (0.50 to 0.90) | `./a Tree/all` |"
	const tree, proof = "-run ^$ -bench ^Benchmark(Tree)$/^(all|some)$ -count 3 ./a", "-run ^$ -bench ^Benchmark(Proof)$/^(workers=1|workers=2)$ -count 3 ./b"
	for filter, want := range map[string]struct{ commands, lines, printed []string }{
		"":           {[]string{tree, proof}, []string{some, all, "| proof | 30 | 50 | `./b Proof` |"}, []string{"long rows, which -filter must name: 1", "processor: Fast"}},
		"every":      {[]string{"-run ^$ -bench ^Benchmark(Tree)$/^(all)$ -count 3 ./a"}, []string{all}, []string{"every line  ratio     0.97 (0.90 to 1.00)  0.70 (0.50 to 0.90)"}},
		"Solve":      {[]string{"-run ^$ -bench ^Benchmark(Solve)$ -count 3 -benchtime 1x ./a"}, []string{"| solved |  | 3 | `./a Solve -benchtime 1x`, long |"}, []string{"1.70"}},
		"^Two sides": {[]string{proof}, nil, []string{"/workers=2 nodes/s  20   50   2.50"}},
	} {
		var out strings.Builder
		var commands []string
		b := bencher{page: parseBenchPage(benchText), std: streams{&out, io.Discard}, count: 3, goTest: func(_ context.Context, out io.Writer, args ...string) error {
			commands = append(commands, strings.Join(args, " "))
			_, err := io.WriteString(out, benchOutputs[args[len(args)-1]])
			return err
		}}
		if err := b.run(t.Context(), regexp.MustCompile(filter), filter != ""); err != nil || len(b.page.problems) > 0 {
			t.Errorf("filter %q: error %v, problems %q", filter, err, b.page.problems)
		}
		if !slices.Equal(commands, want.commands) {
			t.Errorf("filter %q: commands %q, want %q", filter, commands, want.commands)
		}
		for _, line := range want.lines {
			if !slices.Contains(b.page.lines, line) {
				t.Errorf("filter %q: no line %s in\n%s", filter, line, strings.Join(b.page.lines, "\n"))
			}
		}
		for _, printed := range want.printed {
			if !strings.Contains(out.String(), printed) {
				t.Errorf("filter %q: no %q in\n%s", filter, printed, out.String())
			}
		}
	}
}

// TestBenchFailures checks that a failed command and a missing unit are errors, and that the other rows are measured.
func TestBenchFailures(t *testing.T) {
	text := strings.Replace(benchText, "`ratio`", "`gain`", 1)
	var out strings.Builder
	b := bencher{page: parseBenchPage(text), std: streams{&out, io.Discard}, count: 1, goTest: func(_ context.Context, out io.Writer, args ...string) error {
		if args[len(args)-1] == "./b" {
			return errors.New("no such package")
		}
		_, err := io.WriteString(out, benchOutputs["./a"])
		return err
	}}
	err := b.run(t.Context(), regexp.MustCompile(""), false)
	for _, want := range []string{"./b: no such package", "./a Tree/all gives no gain", "./b Proof/workers=1 gives no nodes/s"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if !strings.Contains(out.String(), "2 200.0") || !slices.Contains(b.page.lines, "| proof | 10 | 20 | `./b Proof` |") {
		t.Errorf("%s\n%s", out.String(), strings.Join(b.page.lines, "\n"))
	}
	if err := b.run(t.Context(), regexp.MustCompile("nothing"), true); err == nil {
		t.Error("no error for a filter without a row")
	}
}

func TestBenchPageProblems(t *testing.T) {
	const head = "## A\n\n| | `ratio` | benchmark |\n|---|--:|---|\n"
	for text, want := range map[string]string{
		"## A\n\n| | s |\n|---|--:|\n| x | 1 |\n":                                            "line 3: a table without a column",
		"## Recorded runs\n\n### A\n\n| |\n|---|\n| x |\n":                                   `section "A" has a table but no command`,
		head + "| x | 1 | ./a Tree |\n":                                                      "no benchmark in code",
		head + "| x | 1 | `a Tree` |\n":                                                      "is not a package and a benchmark",
		head + "| x | about 1 | `./a Tree` |\n":                                              "does not begin with a number",
		head + "| x | | `./a Tree` |\n":                                                      "a benchmark without figures",
		head + "| x | `./a Tree` |\n":                                                        "2 cells below 3 headings",
		head + "| x | 1 | `./a Tree` |\n":                                                    "./a has no BenchmarkTree",
		head + "| x | 1 | `./a Good/sub` |\n| y | −1.5 | `./a Good -benchtime 1x`, long |\n": "",
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "a"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"page.md": text, "a/a_test.go": "package a\n\nfunc BenchmarkGood(b *testing.B) {}\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		problems, err := checkBenchmarks(dir, "page.md")
		if got := fmt.Sprint(problems); err != nil || want != "" && !strings.Contains(got, want) || want == "" && len(problems) > 0 {
			t.Errorf("problems %s, error %v, want %q, of\n%s", got, err, want, text)
		}
	}
}
