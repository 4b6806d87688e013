package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A benchPage is a page with tables of measurements, such as BENCHMARKS.md. The rows of a table with a column "benchmark" are
// measured again: the cell of this column has the package, the name of the benchmark and flags of go test, as in
// `./search Patterns -benchtime 3x`, and the word long if it takes more than some minutes. The other headings in code are units of
// its results, such as `ratio`, or the end of its name and a unit, such as `/workers=2 nodes/s`; `µs/op` is computed. Tables below the heading
// "Recorded runs" have no such column; their sections have a command.
type benchPage struct {
	lines    []string
	rows     []benchRow
	problems []string
}

// A benchRow is a row whose figures are results of a benchmark.
type benchRow struct {
	section, label string
	pkg, name      string
	flags          []string
	long           bool
	line           int // of the page, from 0
	figures        []benchFigure
}

// A benchFigure is a cell with a figure.
type benchFigure struct {
	column       int
	suffix, unit string
	old          float64
}

const recordedRuns = "Recorded runs"

var (
	codeSpan  = regexp.MustCompile("^`([^`]+)`")
	separator = regexp.MustCompile(`^\|[-:| ]+\|$`)
	// shownFigure matches a number, with spaces between groups of digits, and perhaps the least and the greatest of several runs.
	shownFigure = regexp.MustCompile(`^([−-]?\d+(?: \d{3})*(?:\.\d+)?)( \(\S+ to \S+\))?`)
)

func parseBenchPage(text string) *benchPage {
	p := &benchPage{lines: strings.Split(text, "\n")}
	section, recorded, commands, tables := "", false, false, false
	end := func() {
		if recorded && tables && !commands {
			p.problem("section %q has a table but no command", section)
		}
		commands, tables = false, false
	}
	for i := 0; i < len(p.lines); i++ {
		line := p.lines[i]
		switch {
		case strings.HasPrefix(line, "#"):
			end()
			level := len(line) - len(strings.TrimLeft(line, "#"))
			section = strings.TrimSpace(line[level:])
			recorded = recorded && level > 2 || section == recordedRuns
		case hasCommand(line):
			commands = true
		case strings.HasPrefix(line, "|") && i+1 < len(p.lines) && separator.MatchString(p.lines[i+1]):
			tables = true
			first := i + 2
			for i = first; i < len(p.lines) && strings.HasPrefix(p.lines[i], "|"); i++ {
				commands = commands || hasCommand(p.lines[i])
			}
			p.table(section, recorded, first, i)
			i--
		}
	}
	end()
	return p
}

func hasCommand(line string) bool {
	return strings.HasPrefix(line, "    ") || strings.Contains(line, "`go ")
}

func (p *benchPage) problem(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

// table parses the table whose rows are the given lines.
func (p *benchPage) table(section string, recorded bool, first, end int) {
	headings := tableCells(p.lines[first-2])
	column := slices.Index(headings, "benchmark")
	switch {
	case column < 0 && !recorded:
		p.problem("line %d: a table without a column \"benchmark\" that is not below %q", first-1, recordedRuns)
	case column < 0:
	default:
		for i := first; i < end; i++ {
			row, err := parseBenchRow(headings, tableCells(p.lines[i]), column)
			if err != nil {
				p.problem("line %d: %v", i+1, err)
				continue
			}
			row.section, row.line = section, i
			p.rows = append(p.rows, row)
		}
	}
}

func parseBenchRow(headings, cells []string, column int) (benchRow, error) {
	var row benchRow
	if len(cells) != len(headings) {
		return row, fmt.Errorf("%d cells below %d headings", len(cells), len(headings))
	}
	named := codeSpan.FindStringSubmatch(cells[column])
	if named == nil {
		return row, errors.New("no benchmark in code")
	}
	fields := strings.Fields(named[1])
	if len(fields) < 2 || !strings.HasPrefix(fields[0], "./") {
		return row, fmt.Errorf("%q is not a package and a benchmark", named[1])
	}
	row.pkg, row.name, row.flags = fields[0], fields[1], fields[2:]
	row.long = strings.Contains(cells[column][len(named[0]):], "long")
	for i, heading := range headings {
		unit := codeSpan.FindStringSubmatch(heading)
		switch {
		case i != column && unit == nil:
			row.label = strings.TrimSpace(row.label + " " + cells[i])
		case i != column && cells[i] != "":
			f := benchFigure{column: i, unit: unit[1]}
			if suffix, unit, found := strings.Cut(f.unit, " "); found {
				f.suffix, f.unit = suffix, unit
			}
			old, err := parseFigure(cells[i])
			if err != nil {
				return row, err
			}
			f.old = old
			row.figures = append(row.figures, f)
		}
	}
	if len(row.figures) == 0 {
		return row, errors.New("a benchmark without figures")
	}
	return row, nil
}

// tableCells returns the cells of a row of a table.
func tableCells(line string) []string {
	line = strings.ReplaceAll(strings.Trim(strings.TrimSpace(line), "|"), `\|`, "\x00")
	cells := strings.Split(line, "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
	}
	return cells
}

func parseFigure(cell string) (float64, error) {
	m := shownFigure.FindStringSubmatch(cell)
	if m == nil {
		return 0, fmt.Errorf("%q does not begin with a number", cell)
	}
	return strconv.ParseFloat(strings.NewReplacer(" ", "", "−", "-").Replace(m[1]), 64)
}

// replaceFigure returns a cell with new figures in place of the old: the median with as many decimals, and the least and the
// greatest of several runs.
func replaceFigure(cell string, runs []float64) string {
	m := shownFigure.FindStringSubmatch(cell)
	_, fraction, _ := strings.Cut(m[1], ".")
	shown := formatFigure(middle(runs), len(fraction))
	if len(runs) > 1 {
		low, high := formatFigure(slices.Min(runs), len(fraction)), formatFigure(slices.Max(runs), len(fraction))
		if low != high {
			shown += " (" + low + " to " + high + ")"
		}
	}
	return shown + cell[len(m[0]):]
}

// formatFigure formats a number with spaces between groups of three digits.
func formatFigure(x float64, decimals int) string {
	whole, fraction, found := strings.Cut(strconv.FormatFloat(x, 'f', decimals, 64), ".")
	digits, negative := strings.CutPrefix(whole, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if negative {
		digits = "−" + digits
	}
	if found {
		digits += "." + fraction
	}
	return digits
}

// middle returns the median.
func middle(runs []float64) float64 {
	sorted := slices.Sorted(slices.Values(runs))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// replace writes the new figures of a row into the page. Figures without runs stay.
func (p *benchPage) replace(row benchRow, runs [][]float64) {
	cells := tableCells(p.lines[row.line])
	for i, f := range row.figures {
		if len(runs[i]) > 0 {
			cells[f.column] = replaceFigure(cells[f.column], runs[i])
		}
	}
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	p.lines[row.line] = "| " + strings.Join(cells, " | ") + " |"
}

// checkBenchmarks returns the faults of a page of measurements: faults of its form, and benchmarks that do not exist.
func checkBenchmarks(root, file string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(root, file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := parseBenchPage(string(data))
	for _, row := range p.rows {
		name, _, _ := strings.Cut(row.name, "/")
		tests, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(path.Clean(row.pkg)), "*_test.go"))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(tests, func(test string) bool {
			source, err := os.ReadFile(test)
			return err == nil && strings.Contains(string(source), "func Benchmark"+name+"(")
		}) {
			p.problem("line %d: %s has no Benchmark%s", row.line+1, row.pkg, name)
		}
	}
	return p.problems, nil
}
