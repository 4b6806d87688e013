package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/internal/long"
)

// A script makes random lines, and notes what must be said to each id.
type script struct {
	*rand.Rand
	want map[string]int
	all  []string // the ids of requests
}

func (s *script) pick(texts ...string) string { return texts[s.IntN(len(texts))] }

// line returns a line with the name of its number.
func (s *script) line(i int) string {
	id := fmt.Sprint(i)
	switch s.IntN(10) {
	case 0:
		return s.pick("", " ", "\t\r")
	case 1: // no request
		s.want["null"]++
		return s.pick("hello", "[", `"x"`, "nul", "\xff\xfe{}", `{"id":"a"`, `{]`, "7", "\x00", `{"id":"a"} x`, `{"id":"a" "b"}`)
	case 2:
		s.want[id]++
		other := "nobody"
		if len(s.all) > 0 {
			other = s.all[max(len(s.all)-1-s.IntN(20), 0)]
		}
		return fmt.Sprintf(`{"id":"%s","action":"terminate","terminateId":"%s"%s}`, id, other, s.pick("", `,"turns":[0]`, `,"turns":[1,7]`))
	case 3: // refused
		s.want[id]++
		return fmt.Sprintf(`{"id":"%s",%s}`, id, s.pick(`"nodes":0`, `"moves":["4"]`, `"moves":[1]`, `"turns":[1]`, `"time":"1"`, `"lines":-1`, `"every":0`,
			`"visits":7`, `"allow":[]`, `"allow":["x"]`, `"avoid":["1","2","3"]`, `"position":"x"`, `"position":null,"position":null`, `"action":"go"`, `"priority":"high"`))
	}
	stones := 6 + s.IntN(14) // so that 3 is always legal
	var moves, turns []string
	for n := s.IntN(4); len(moves) < n; {
		moves = append(moves, `"1"`)
	}
	for turn := range len(moves) + 1 {
		if s.IntN(2) == 0 {
			turns = append(turns, fmt.Sprint(turn))
		}
	}
	fields := []string{fmt.Sprintf(`"id":"%s"`, id), fmt.Sprintf(`"position":"%d"`, stones), fmt.Sprintf(`"moves":[%s]`, strings.Join(moves, ","))}
	s.want[id]++
	if len(turns) > 0 {
		s.want[id] += len(turns) - 1
		fields = append(fields, fmt.Sprintf(`"turns":[%s]`, strings.Join(turns, ",")))
	}
	for _, f := range []string{`"nodes":50`, `"lines":2`, `"allow":["1","2"]`, `"avoid":["3"]`, `"every":0.01`, fmt.Sprintf(`"priority":%d`, s.IntN(5)-2), `"time":5`} {
		if s.IntN(3) == 0 {
			fields = append(fields, f)
		}
	}
	s.all = append(s.all, id)
	s.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	return "{" + strings.Join(fields, ",") + "}"
}

// TestSession answers random lines, each as often as it must.
func TestSession(t *testing.T) {
	lines := long.Or(100_000, 2000)
	s := server(t, analysis.Options{Workers: 3, MaxPending: 50}, optimal)
	r := &script{Rand: rand.New(rand.NewPCG(46, 2)), want: map[string]int{}}
	var in strings.Builder
	for i := range lines {
		fmt.Fprintln(&in, r.line(i))
	}
	for _, a := range serve(t, s, in.String()) {
		if a.Status == "failed" {
			t.Fatalf("%+v", a)
		}
		id := "null"
		if a.ID != nil {
			id = *a.ID
		}
		if a.Final || a.Status == "" {
			r.want[id]--
		}
	}
	for id, left := range r.want {
		if left != 0 {
			t.Errorf("%d answers to %s are missing", left, id)
		}
	}
}

// FuzzServe answers any line once, by a refusal or to an action, or for each of some turns.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"id":"a","moves":["1"],"turns":[0,1],"nodes":5,"time":0.1,"lines":2,"allow":["1"],"avoid":["2"],"every":1,"priority":3}`,
		`{"id":"a","position":"7"}`, `{"id":"b","action":"terminate","terminateId":"a","turns":[1]}`, `{"id":1e999,"nodes":NaN}`, "\xff", `{"id":"\ud800"}`,
	} {
		f.Add(seed)
	}
	s, err := analysis.New(newHeap, alphabetaPlayer, analysis.Options{MaxNodes: 100})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in string) {
		// A session of several lines says all that is said to each, since nothing is pending before it.
		for line := range strings.Lines(in) {
			said := serve(t, s, line)
			switch blank := strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")) == ""; {
			case blank && len(said) > 0, !blank && len(said) == 0:
				t.Fatalf("%q: %+v", line, said)
			case len(said) > 1:
				turns := map[int]bool{}
				for _, a := range said {
					if turns[a.Turn] = turns[a.Turn] || a.Final; a.Status == "" || *a.ID != *said[0].ID {
						t.Fatalf("%q: %+v", line, said)
					}
				}
				for _, a := range said {
					if !turns[a.Turn] {
						t.Fatalf("%q: %+v", line, said)
					}
				}
			}
		}
		serve(t, s, in)
	})
}
