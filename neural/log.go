package neural

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/bom"
)

var columns = []string{"generation", "games", "positions", "policy_loss", "value_loss", "accepted", "elo", "wins", "draws", "losses",
	"moves", "resigned", "doubted", "mistaken", "evaluations", "tree_share", "seconds", "playing", "learning", "matching"}

func writeLog(dir string, log []Generation) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{columns}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
	for _, g := range log {
		rows = append(rows, []string{
			strconv.Itoa(g.Number), strconv.Itoa(g.Games), strconv.Itoa(g.Positions), fmt.Sprintf("%.5f", g.PolicyLoss), fmt.Sprintf("%.5f", g.ValueLoss),
			strconv.FormatBool(g.Accepted), fmt.Sprintf("%.1f", g.Elo), strconv.Itoa(g.Score.Wins), strconv.Itoa(g.Score.Draws), strconv.Itoa(g.Score.Losses),
			strconv.Itoa(g.moves), strconv.Itoa(g.resigned), strconv.Itoa(g.doubted), strconv.Itoa(g.mistaken), strconv.Itoa(g.evaluations),
			fmt.Sprintf("%.4f", g.tree), seconds(g.Elapsed), seconds(g.playing), seconds(g.learning), seconds(g.matching),
		})
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	if err := writeFile(filepath.Join(dir, logFile), b.Bytes()); err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	return nil
}

// ReadLog reads the log in the folder of a run of [Train]. It returns each complete generation, in order, or nil if
// there is no log.
func ReadLog(dir string) ([]Generation, error) {
	name := filepath.Join(dir, logFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bom.Trim(data))).ReadAll()
	if err == nil && (len(rows) == 0 || len(rows[0]) != len(columns)) {
		err = errors.New("other columns")
	}
	if err != nil {
		return nil, fmt.Errorf("neural: %s: no log of a training: %w", name, err)
	}
	var log []Generation
	for i, row := range rows[1:] {
		r := &rowReader{row: row}
		g := Generation{
			Number: r.whole(), Games: r.whole(), Positions: r.whole(), PolicyLoss: r.number(), ValueLoss: r.number(), Accepted: r.next() == "true",
			Elo: r.number(), Score: arena.Score{Wins: r.whole(), Draws: r.whole(), Losses: r.whole()}, moves: r.whole(), resigned: r.whole(),
			doubted: r.whole(), mistaken: r.whole(), evaluations: r.whole(), tree: r.number(), Elapsed: r.seconds(), playing: r.seconds(),
			learning: r.seconds(), matching: r.seconds(),
		}
		if r.err != nil {
			return nil, fmt.Errorf("neural: %s:%d: %w", name, i+2, r.err)
		}
		log = append(log, g)
	}
	return log, nil
}

type rowReader struct {
	row []string
	err error
}

func (r *rowReader) next() string {
	s := r.row[0]
	r.row = r.row[1:]
	return s
}

func (r *rowReader) whole() int {
	x, err := strconv.Atoi(r.next())
	if r.err == nil {
		r.err = err
	}
	return x
}

func (r *rowReader) number() float64 {
	x, err := strconv.ParseFloat(r.next(), 64)
	if r.err == nil {
		r.err = err
	}
	return x
}

func (r *rowReader) seconds() time.Duration {
	return time.Duration(math.Round(r.number() * float64(time.Second)))
}
