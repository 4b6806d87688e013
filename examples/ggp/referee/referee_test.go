package referee

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

// scripted answers by a function, and keeps what it was told. It can play several roles, which are called at the same
// time.
type scripted struct {
	answer func(message string) (string, error)

	mu   sync.Mutex
	told []string
}

func (s *scripted) Call(_ context.Context, message string) (string, error) {
	s.mu.Lock()
	s.told = append(s.told, message)
	s.mu.Unlock()
	if strings.HasPrefix(message, "(START") {
		return "READY", nil
	}
	return s.answer(message)
}

func load(t *testing.T, name string) *gdl.Description {
	t.Helper()
	text, ok := rules.Text(name)
	if !ok {
		text = name
	}
	d, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestMessages checks what players are told.
func TestMessages(t *testing.T) {
	p := &scripted{answer: func(m string) (string, error) {
		return map[string]string{"0": "(CHOOSE 1)", "1": "noop", "2": "stay"}[strings.Fields(m)[2]], nil
	}}
	r, err := Play(context.Background(), load(t, "montyhall"), "m", []Player{p}, Options{Start: 3, Play: 4})
	if err != nil || !r.Ended || len(r.Moves) != 3 || len(r.Faults) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !strings.HasPrefix(p.told[0], "(START m candidate (") || !strings.HasSuffix(p.told[0], ") 3 4)") {
		t.Errorf("%.40q", p.told[0])
	}
	for i, want := range []string{"(PLAY m 0 NIL NIL)", "(PLAY m 1 (choose 1) NIL)", "(PLAY m 2 noop ((opened ", "(STOP m 3 stay ((car "} {
		if !strings.HasPrefix(p.told[i+1], want) {
			t.Errorf("%q, want %q", p.told[i+1], want)
		}
	}
	if won := strings.Contains(p.told[4], "(car 1)"); won != (r.Goals[0] == 100) {
		t.Errorf("%q: %v", p.told[4], r.Goals)
	}

	first := &scripted{answer: func(string) (string, error) { return "noop", nil }}
	r, err = Play(context.Background(), load(t, "tictactoe"), "m", []Player{first, first}, Options{MaxTurns: 2})
	if err != nil || r.Ended || len(r.Moves) != 2 || len(first.told) != 8 {
		t.Fatalf("%+v, %v, %d messages", r, err, len(first.told))
	}
	if first.told[2] != "(PLAY m NIL)" || !strings.HasPrefix(first.told[4], "(PLAY m ((mark ") || !strings.HasPrefix(first.told[6], "(STOP m (noop (mark ") {
		t.Errorf("%q", first.told[2:])
	}
	if len(r.Faults) != 2 || r.Faults[0].Role != "x" || r.Faults[1].Role != "o" || r.Faults[1].Turn != 1 {
		t.Errorf("faults %v", r.Faults)
	}
}

// TestFaults plays with players who do everything wrong.
func TestFaults(t *testing.T) {
	for what, answer := range map[string]func(string) (string, error){
		"illegal":   func(string) (string, error) { return "(mark 9 9)", nil },
		"malformed": func(string) (string, error) { return "((", nil },
		"a list":    func(string) (string, error) { return "a b", nil },
		"silent":    func(string) (string, error) { return "", nil },
		"failing":   func(string) (string, error) { return "", errors.New("no") },
		"variable":  func(string) (string, error) { return "(mark ?x 1)", nil },
	} {
		p := &scripted{answer: answer}
		r, err := Play(context.Background(), load(t, "tictactoe"), "m", []Player{p, p}, Options{})
		if err != nil || !r.Ended || len(r.Faults) != 2*len(r.Moves) {
			t.Errorf("%s: %d faults in %d turns: %v", what, len(r.Faults), len(r.Moves), err)
		}
	}
}

// TestSilence plays with a player that never answers, which costs a clock for each message.
func TestSilence(t *testing.T) {
	long.Only(t)
	block := make(chan struct{})
	defer close(block)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-block:
		case <-r.Context().Done():
		}
	}))
	defer h.CloseClientConnections()
	r, err := Play(context.Background(), load(t, "(role r) (init a) (legal r go) (next b) (goal r 100) (<= terminal (true b))"), "m",
		[]Player{Remote{URL: h.URL}}, Options{Start: 1, Play: 1})
	if err != nil || !r.Ended || len(r.Faults) != 2 || r.Goals[0] != 100 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestErrors plays what cannot be played.
func TestErrors(t *testing.T) {
	p := &scripted{answer: func(string) (string, error) { return "go", nil }}
	ctx := context.Background()
	if _, err := Play(ctx, load(t, "tictactoe"), "m", []Player{p}, Options{}); err == nil {
		t.Error("one player for two roles")
	}
	if _, err := Play(ctx, load(t, "buttons"), "m", []Player{p, p}, Options{}); err == nil {
		t.Error("two players for one role")
	}
	if _, err := Play(ctx, load(t, "(role r) (<= (legal r ?x) (not (true ?x)))"), "m", []Player{p}, Options{}); err == nil {
		t.Error("a description with errors")
	}
	if _, err := Play(ctx, load(t, "(role r) (init a) (<= (legal r go) (true a)) (next b) (goal r 1) (<= terminal (true c))"), "m", []Player{p}, Options{}); err == nil {
		t.Error("a role without a move")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Play(cancelled, load(t, "tictactoe"), "m", []Player{p, p}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
