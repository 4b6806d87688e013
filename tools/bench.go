package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchfmt"
)

const benchmarksPage = "BENCHMARKS.md"

func benchCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "bench")
	filter := flags.String("filter", "", "measure only rows that match this regular expression in their section, text or benchmark; also long ones")
	count := flags.Int("count", 1, "`runs` of each benchmark; the median counts")
	write := flags.Bool("write", false, "write the new figures to "+benchmarksPage)
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	selected, err := regexp.Compile(*filter)
	if err != nil || *count < 1 {
		fmt.Fprintln(std.log, errors.Join(err, fmt.Errorf("-filter is a regular expression, -count at least 1")))
		return errUsage
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, benchmarksPage)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b := bencher{page: parseBenchPage(string(text)), std: std, count: *count, goTest: func(ctx context.Context, out io.Writer, args ...string) error {
		test := exec.CommandContext(ctx, "go", append([]string{"test"}, args...)...)
		test.Dir, test.Stdout, test.Stderr = dir, out, std.log
		test.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"))
		return test.Run()
	}}
	if len(b.page.problems) > 0 {
		return fmt.Errorf("%s: %s", benchmarksPage, strings.Join(b.page.problems, "; "))
	}
	failed := b.run(ctx, selected, *filter != "")
	if *write {
		if err := os.WriteFile(file, []byte(strings.Join(b.page.lines, "\n")), 0o666); err != nil {
			return errors.Join(failed, err)
		}
	}
	return failed
}

// A bencher measures the rows of a page again.
type bencher struct {
	page   *benchPage
	std    streams
	count  int
	goTest func(ctx context.Context, out io.Writer, args ...string) error // runs go test
}

// run measures the selected rows, prints old and new figures, and writes the new ones into the page. A failed benchmark does not
// end it. Long rows are measured only if named.
func (b *bencher) run(ctx context.Context, selected *regexp.Regexp, named bool) error {
	var rows []benchRow
	long := 0
	for _, row := range b.page.rows {
		switch {
		case !selected.MatchString(row.section + "\n" + row.label + "\n" + row.pkg + " " + row.name):
		case row.long && !named:
			long++
		default:
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 && long == 0 {
		return errors.New("no row matches")
	}
	results, failed := b.measure(ctx, rows)
	out := tabwriter.NewWriter(b.std.out, 0, 0, 2, ' ', 0)
	section := ""
	for _, row := range rows {
		if row.section != section {
			section = row.section
			fmt.Fprintf(out, "\n%s\tunit\told\tnew\tnew/old\n", section)
		}
		runs := make([][]float64, len(row.figures))
		for i, f := range row.figures {
			runs[i] = valuesOf(results, row, f)
			old := tableCells(b.page.lines[row.line])[f.column]
			unit := strings.TrimSpace(f.suffix + " " + f.unit)
			if len(runs[i]) == 0 {
				fmt.Fprintf(out, "%s\t%s\t%s\t\t\n", row.label, unit, old)
				failed = errors.Join(failed, fmt.Errorf("%s %s%s gives no %s", row.pkg, row.name, f.suffix, f.unit))
				continue
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%.2f\n", row.label, unit, old, replaceFigure(old, runs[i]), middle(runs[i])/f.old)
		}
		b.page.replace(row, runs)
	}
	if long > 0 {
		fmt.Fprintf(out, "\nlong rows, which -filter must name: %d\n", long)
	}
	if len(results) > 0 && results[0].processor != "" {
		fmt.Fprintf(out, "\nprocessor: %s\n", results[0].processor)
	}
	return errors.Join(out.Flush(), failed)
}

// A benchResult is a line of the output of benchmarks.
type benchResult struct {
	pkg, name, processor string // pkg as in a row
	values               map[string]float64
}

// measure runs the benchmarks of rows, benchmarks of a package with the same flags in one process.
func (b *bencher) measure(ctx context.Context, rows []benchRow) (all []benchResult, failed error) {
	var done []string
	for _, row := range rows {
		key := benchKey(row)
		if slices.Contains(done, key) {
			continue
		}
		done = append(done, key)
		var names []string
		for _, other := range rows {
			if benchKey(other) == key {
				names = append(names, fullNames(other)...)
			}
		}
		args := append([]string{"-run", "^$", "-bench", benchPattern(names), "-count", strconv.Itoa(b.count)}, row.flags...)
		args = append(args, row.pkg)
		fmt.Fprintln(b.std.log, "go test", strings.Join(args, " "))
		var out bytes.Buffer
		if err := b.goTest(ctx, &out, args...); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w\n%s", row.pkg, err, out.Bytes()))
			if ctx.Err() != nil {
				return all, failed
			}
		}
		results, err := readBenchmarks(out.Bytes())
		failed = errors.Join(failed, err)
		for _, r := range results {
			r.pkg = row.pkg
			all = append(all, r)
		}
	}
	return all, failed
}

// benchKey is equal for rows that one run of go test measures: a pattern selects names of one depth.
func benchKey(row benchRow) string {
	return fmt.Sprint(row.pkg, row.flags, strings.Count(fullNames(row)[0], "/"))
}

// fullNames returns the names of the benchmarks of a row.
func fullNames(row benchRow) []string {
	var names []string
	for _, f := range row.figures {
		if name := row.name + f.suffix; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// benchPattern returns the argument of -bench for names of one depth.
func benchPattern(names []string) string {
	var levels [][]string
	for _, name := range names {
		for i, part := range strings.Split(name, "/") {
			if i == len(levels) {
				levels = append(levels, nil)
			}
			if part = regexp.QuoteMeta(part); !slices.Contains(levels[i], part) {
				levels[i] = append(levels[i], part)
			}
		}
	}
	var patterns []string
	for i, level := range levels {
		prefix := "^("
		if i == 0 {
			prefix = "^Benchmark("
		}
		patterns = append(patterns, prefix+strings.Join(level, "|")+")$")
	}
	return strings.Join(patterns, "/")
}

// valuesOf returns the runs of a figure. Names in the output end with the number of processors, unless it is 1.
func valuesOf(results []benchResult, row benchRow, f benchFigure) (runs []float64) {
	for _, r := range results {
		rest, found := strings.CutPrefix(r.name, row.name+f.suffix)
		value, has := r.values[f.unit]
		if r.pkg == row.pkg && found && has && processors.MatchString(rest) {
			runs = append(runs, value)
		}
	}
	return runs
}

var processors = regexp.MustCompile(`^(-\d+)?$`)

// readBenchmarks parses the output of benchmarks. Units are as printed.
func readBenchmarks(out []byte) ([]benchResult, error) {
	var all []benchResult
	reader := benchfmt.NewReader(bytes.NewReader(out), "output")
	for reader.Scan() {
		switch r := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return all, r
		case *benchfmt.Result:
			result := benchResult{name: r.Name.String(), processor: r.GetConfig("cpu"), values: map[string]float64{}}
			for _, v := range r.Values {
				if v.OrigUnit != "" {
					result.values[v.OrigUnit] = v.OrigValue
				} else {
					result.values[v.Unit] = v.Value
				}
			}
			if ns, found := result.values["ns/op"]; found {
				result.values["µs/op"] = ns / 1000
			}
			all = append(all, result)
		}
	}
	return all, reader.Err()
}
