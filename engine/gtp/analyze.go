package gtp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Analyzer is an engine that says what it thinks of a position, again and again, for lz-analyze and kata-analyze.
type Analyzer interface {
	// Analyze thinks about a position with a side to move until ctx ends, and calls tell with what it thinks of a number of
	// moves, or of all if that is 0, best first, about every interval. The engine's position does not change.
	Analyze(ctx context.Context, c Colour, moves int, interval time.Duration, tell func([]Finding)) error
}

// A Finding is what an engine thinks of a move.
type Finding struct {
	Move   string
	Visits int
	Rate   float64  // the expected result for the side to move, from 0 for a loss to 1 for a win
	Prior  float64  // the probability that the engine gave the move before it searched; 0 if it gives none
	Line   []string // the moves that are expected, from this one on
}

// A dialect is how findings are written.
type dialect struct {
	name  string
	value func(float64) string // of rates and priors
}

// The dialects of Leela Zero, with whole numbers up to 10000, and of KataGo, with numbers up to 1.
var dialects = []dialect{
	{"lz-analyze", func(x float64) string { return strconv.Itoa(int(10000 * x)) }},
	{"kata-analyze", func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }},
}

// line writes findings on a line.
func (d *dialect) line(findings []Finding) string {
	parts := make([]string, len(findings))
	for i, f := range findings {
		parts[i] = fmt.Sprintf("info move %s visits %d winrate %s prior %s order %d pv %s",
			f.Move, f.Visits, d.value(f.Rate), d.value(f.Prior), i, strings.Join(f.Line, " "))
	}
	return strings.Join(parts, " ")
}

// addAnalyzer adds the commands for analysis.
func (s *Server) addAnalyzer(a Analyzer) {
	for _, d := range dialects {
		s.HandleStream(d.name, func(ctx context.Context, args []string, tell func(string)) error {
			w, err := parseWanted(args)
			if err != nil {
				return err
			}
			if t, ok := a.(interface{ ToMove() Colour }); ok && !w.turn {
				w.side = t.ToMove()
			}
			return a.Analyze(ctx, w.side, w.moves, w.interval, func(findings []Finding) {
				if w.moves > 0 {
					findings = findings[:min(len(findings), w.moves)]
				}
				if len(findings) > 0 { // the search may have been ended before it had any: an empty line would end the answer
					tell(d.line(findings))
				}
			})
		})
	}
}

// wanted is what the arguments of an analysis ask for.
type wanted struct {
	side     Colour
	turn     bool // the side is given
	interval time.Duration
	moves    int // at most, or 0 for all
}

// extras are the words that ask an analysis for more than an engine here says. They change no moves, so they are read
// and left out.
var extras = []string{"minmoves", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits"}

// parseWanted reads the arguments of an analysis: a side, which may be left out; the time between two lines in
// hundredths of a second, of which boards write it with or without the word interval; and pairs of a word and a value.
// Of these, maxmoves bounds the number of moves, and extras have no effect.
func parseWanted(args []string) (wanted, error) {
	w := wanted{side: Black, interval: time.Second}
	if len(args) > 0 {
		if side, err := ParseColour(args[0]); err == nil {
			w.side, w.turn, args = side, true, args[1:]
		}
	}
	for len(args) > 0 {
		word, value, rest := "interval", args[0], args[1:]
		if _, err := strconv.Atoi(args[0]); err != nil {
			if word, value = args[0], ""; len(args) > 1 {
				value, rest = args[1], args[2:]
			}
		}
		args = rest
		number, err := strconv.Atoi(value)
		switch {
		case word == "interval" && err == nil && number > 0 && number <= 1e6:
			w.interval = time.Duration(number) * 10 * time.Millisecond
		case word == "maxmoves" && err == nil && number > 0:
			w.moves = number
		case slices.Contains(extras, word) && value != "":
		default:
			return w, fmt.Errorf("%q: want a side, an interval in hundredths of a second, or maxmoves and a number", strings.TrimSpace(word+" "+value))
		}
	}
	return w, nil
}
