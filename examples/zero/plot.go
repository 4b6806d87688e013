package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/neural"
)

func plotCommand(std cli.Streams) *ffcli.Command {
	var dir, to string
	flags := flag.NewFlagSet("zero plot", flag.ContinueOnError)
	flags.StringVar(&dir, "dir", "", "`folder` of the run")
	flags.StringVar(&to, "o", "-", "`file` of the picture, - for standard output")
	return &ffcli.Command{
		Name:       "plot",
		ShortUsage: "zero plot -dir FOLDER [-o FILE]",
		ShortHelp:  "Draw what a run has learned against the games played, as SVG.",
		LongHelp:   "The losses and the Elo points of the log and, after zero judge -every, the shares of best moves.",
		FlagSet:    flags,
		Exec: func(_ context.Context, _ []string) error {
			if dir == "" {
				return cli.Usagef("-dir: want the folder of a run")
			}
			picture, err := plot(dir)
			if err != nil {
				return err
			}
			if to == "-" {
				_, err = std.Out.Write([]byte(picture))
				return err
			}
			return os.WriteFile(to, []byte(picture), 0o666)
		},
	}
}

// A curve is points with a name.
type curve struct {
	name, colour string
	points       [][2]float64
}

// plot returns a picture of a run: a panel for each quantity.
func plot(dir string) (string, error) {
	log, err := neural.ReadLog(dir)
	if err != nil {
		return "", err
	}
	if len(log) == 0 {
		return "", fmt.Errorf("%s: no log of a run", dir)
	}
	policy, value, elo := curve{name: "policy", colour: "#1f5fa8"}, curve{name: "value", colour: "#c0392b"}, curve{name: "Elo by the matches", colour: "#1f5fa8"}
	matched := false
	for _, g := range log {
		x := float64(g.Games)
		policy.points = append(policy.points, [2]float64{x, g.Loss.Policy})
		value.points = append(value.points, [2]float64{x, g.Loss.Value})
		elo.points = append(elo.points, [2]float64{x, g.Elo})
		matched = matched || g.Score.Games() > 0
	}
	shares, err := readShares(filepath.Join(dir, judgeFile))
	if err != nil {
		return "", err
	}
	var panels [][]curve
	var titles []string
	if shares != nil {
		panels, titles = append(panels, shares), append(titles, "positions with a best move, %")
	}
	panels, titles = append(panels, []curve{policy, value}), append(titles, "loss")
	if matched {
		panels, titles = append(panels, []curve{elo}), append(titles, "strength")
	}
	const width, height = 640, 280
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height*len(panels))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height*len(panels))
	for i, curves := range panels {
		drawPanel(&b, titles[i], curves, height*i, width, height)
	}
	b.WriteString("</svg>\n")
	return b.String(), nil
}

// drawPanel draws curves against games.
func drawPanel(b *strings.Builder, title string, curves []curve, top, width, height int) {
	const margin = 56
	low, high, most := curves[0].points[0][1], curves[0].points[0][1], 1.0
	for _, c := range curves {
		for _, p := range c.points {
			low, high, most = min(low, p[1]), max(high, p[1]), max(most, p[0])
		}
	}
	if high-low < 1e-9 {
		low, high = low-1, high+1
	}
	left, right, bottom, upper := float64(margin), float64(width-margin/2), float64(top+height-margin/2), float64(top+margin/2)
	place := func(p [2]float64) (x, y float64) {
		return left + (right-left)*p[0]/most, bottom - (bottom-upper)*(p[1]-low)/(high-low)
	}
	fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1fH%.1f" fill="none" stroke="black"/>`+"\n", left, upper, bottom, right)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f">%s</text>`+"\n", left, upper-8, title)
	for i := range 5 {
		v := low + (high-low)*float64(i)/4
		_, y := place([2]float64{0, v})
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end">%.4g</text>`+"\n", left-4, y+4, v)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end">%.0f games</text>`+"\n", right, bottom+16, most)
	for i, c := range curves {
		fmt.Fprintf(b, `<polyline fill="none" stroke="%s" points="`, c.colour)
		for _, p := range c.points {
			x, y := place(p)
			fmt.Fprintf(b, "%.1f,%.1f ", x, y)
		}
		fmt.Fprintf(b, `"/><text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", left+float64(160*i), bottom+16, c.colour, c.name)
	}
}

// readShares reads what judge has written; nothing if there is none.
func readShares(name string) ([]curve, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	curves := []curve{{name: "network alone", colour: "#1f5fa8"}, {name: "with a search", colour: "#c0392b"}}
	for i, row := range rows[min(1, len(rows)):] {
		if len(row) != len(judgeColumns) {
			return nil, fmt.Errorf("%s:%d: %d columns, want %d", name, i+2, len(row), len(judgeColumns))
		}
		var x [3]float64
		for k, column := range []int{1, 3, 4} {
			if x[k], err = strconv.ParseFloat(row[column], 64); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+2, err)
			}
		}
		curves[0].points = append(curves[0].points, [2]float64{x[0], 100 * x[1]})
		curves[1].points = append(curves[1].points, [2]float64{x[0], 100 * x[2]})
	}
	if len(curves[0].points) == 0 {
		return nil, nil
	}
	return curves, nil
}
