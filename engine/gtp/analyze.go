package gtp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Analyzer is an engine that reports the values of moves while it searches (commands lz-analyze and kata-analyze).
type Analyzer interface {
	// Analyze searches the position with side c to move until ctx ends. About once in each interval, it calls tell with
	// the best moves, in descending order of their values. The parameter moves is the greatest number of moves to
	// report; 0 means all. Analyze leaves the position unchanged.
	Analyze(ctx context.Context, c Colour, moves int, interval time.Duration, tell func([]Finding)) error
}

// A Finding is a move with the result of its search.
type Finding struct {
	Move   string
	Visits int
	Rate   float64  // expected result for the side to move, from 0 for a loss to 1 for a win
	Prior  float64  // prior probability of the move; 0 if unknown
	Line   []string // expected line of play that begins with Move
}

// A dialect is a format of findings.
type dialect struct {
	name  string
	value func(float64) string // formats rates and priors
}

// Leela Zero writes whole numbers up to 10000, and KataGo numbers up to 1.
var dialects = []dialect{
	{"lz-analyze", func(x float64) string { return strconv.Itoa(int(10000 * x)) }},
	{"kata-analyze", func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }},
}

func (d *dialect) line(findings []Finding) string {
	parts := make([]string, len(findings))
	for i, f := range findings {
		parts[i] = fmt.Sprintf("info move %s visits %d winrate %s prior %s order %d pv %s",
			f.Move, f.Visits, d.value(f.Rate), d.value(f.Prior), i, strings.Join(f.Line, " "))
	}
	return strings.Join(parts, " ")
}

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
				if len(findings) > 0 { // a search that has just been stopped may have none; an empty line would end the reply
					tell(d.line(findings))
				}
			})
		})
	}
}

// wanted has the arguments of an analysis command.
type wanted struct {
	side     Colour
	turn     bool // whether a side is given
	interval time.Duration
	moves    int // greatest number, or 0 for all
}

// extras are arguments for information that engines of this package lack. They are parsed and ignored.
var extras = []string{"minmoves", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits"}

// parseWanted reads the arguments of an analysis: optionally a side; the interval in hundredths of a second, with or
// without the word interval; and pairs of a word and a value. Of these, only maxmoves has an effect.
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
