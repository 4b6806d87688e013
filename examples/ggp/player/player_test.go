package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/referee"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

// text returns the rules of a game of the module.
func text(t testing.TB, name string) string {
	t.Helper()
	all, ok := rules.Text(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return all
}

// brief are options that keep tests short.
var brief = Options{MaxThink: 20 * time.Millisecond}

// say sends a message and returns the answer, or what was wrong.
func say(s *Server, format string, args ...any) string {
	answer, err := s.Call(context.Background(), fmt.Sprintf(format, args...))
	if err != nil {
		return "! " + err.Error()
	}
	return answer
}

func TestConversation(t *testing.T) {
	s := New(brief)
	want := func(got, want string) {
		t.Helper()
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	want(say(s, "( info )"), "AVAILABLE")
	want(say(s, "(PLAY m NIL)"), "! "+ErrBusy.Error())
	want(say(s, "(START m x (%s\n) 10 10)", text(t, "tictactoe")), "READY")
	want(say(s, "(INFO)"), "BUSY")
	want(say(s, "(START n x (%s\n) 10 10)", text(t, "tictactoe")), "! "+ErrBusy.Error())
	want(say(s, "(STOP n NIL)"), "! "+ErrBusy.Error())
	first := say(s, "(PLAY m NIL)")
	want(first, "(mark ")
	want(say(s, "(PLAY m NIL)"), first) // repeated
	want(say(s, "(PLAY m (noop noop))"), "! player: PLAY: noop is not a legal move of x")
	want(say(s, "(PLAY m ((mark 1 1)))"), "! player: PLAY: 1 moves for 2 roles")
	want(say(s, "(PLAY m ((mark 7 7) noop))"), "! player: PLAY: x has no move (mark 7 7)")
	want(say(s, "(PLAY m (%s noop))", first), "noop")
	want(say(s, "(PLAY m (%s noop))", first), "noop") // repeated: the answer was noop
	want(say(s, "(PLAY m 2 noop NIL)"), "! player: PLAY: the form of the message has changed")
	want(say(s, "(PLAY m NIL)"), "! player: PLAY: no moves after 1 turns")
	want(say(s, "(ABORT m)"), "ABORTED")
	want(say(s, "(INFO)"), "AVAILABLE")
	want(say(s, "(PLAY m NIL)"), "! "+ErrBusy.Error())

	// Letters of the manager are kept.
	want(say(s, "(START m X ((ROLE X) (INIT A) (<= TERMINAL (TRUE B)) (NEXT B) (LEGAL X GoOn) (GOAL X 100)) 10 10)"), "READY")
	want(say(s, "(PLAY m NIL)"), "GoOn")
	want(say(s, "(STOP m (GOON))"), "DONE")
	want(say(s, "(INFO)"), "AVAILABLE")
}

func TestMalformed(t *testing.T) {
	for _, message := range []string{
		"", ")", "(", "()", "(PLAY", "PLAY", "(DANCE m)", "((START) m)", "(INFO now)", "(PLAY m)", "(PLAY (m) NIL)", "(PLAY m x)",
		"(PLAY m one NIL NIL)", "(PLAY m -1 NIL NIL)", "(PLAY m 0 ?x NIL)", "(PLAY m (?x))", "(STOP m)", "(ABORT)", "(PLAY m NIL) (PLAY m NIL)",
		"(START m r ((role r)) 1)", "(START m r () 1 1)", "(START m r NIL 1 1)", "(START m r ((role r)) x 1)", "(START m r ((role r)) -1 1)",
		"(START m r ((role r)) NaN 1)", "(START m r ((role r)) 1 1e9)", "(START m ?r ((role r)) 1 1)",
		"(START m r ((role s) (init a) (next a) (legal s m) (goal s 100) (<= terminal (true b))) 1 1)",
		"(START m r ((<=)) 1 1)", "(START m r ((role r) (<= (legal r ?x) (not (true ?x)))) 1 1)",
		strings.Repeat("(", 100_000), "(START m r (" + strings.Repeat("(f ", 2000) + strings.Repeat(")", 2000) + ") 1 1)",
	} {
		s := New(brief)
		if answer, err := s.Call(context.Background(), message); err == nil {
			t.Errorf("%.60q was answered by %q", message, answer)
		}
		if say(s, "(INFO)") != "AVAILABLE" {
			t.Errorf("busy after %.60q", message)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add("(INFO)")
	f.Add("(PLAY m 1 (a b) ((c) d))")
	f.Add("(START m r ((role r) (init a) (<= (next b) (does r m)) (legal r m) (goal r 100) (<= terminal (true b))) 0 0)")
	f.Fuzz(func(t *testing.T, message string) {
		s := New(Options{MaxThink: time.Millisecond, MaxMemory: 1 << 20, Slow: true})
		_, _ = s.Call(context.Background(), message)
		if s.busy() {
			say(s, "(ABORT %s)", s.match.id)
		}
	})
}

// TestMatches plays whole matches of the games of the module over HTTP.
func TestMatches(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour", "nim", "twoboards", "buttons", "montyhall", "blindtictactoe", "eightpuzzle"} {
		t.Run(name, func(t *testing.T) {
			d, err := gdl.Parse(strings.NewReader(text(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			server := New(brief)
			switch name {
			case "tictactoe", "buttons", "nim": // whose results are looked at: on a busy machine a moment is nothing
				server = New(Options{MaxThink: time.Second})
			case "eightpuzzle":
				long.Only(t)
				server = New(Options{}) // that is solved before the clock ends
			}
			h := httptest.NewServer(server)
			defer h.Close()
			players := []referee.Player{referee.Remote{URL: h.URL}}
			for _, role := range d.Roles()[1:] {
				if role != gdl.Random {
					players = append(players, New(Options{Random: true}))
				}
			}
			r, err := referee.Play(context.Background(), d, "m", players, referee.Options{Start: 20, Play: 20})
			if err != nil || !r.Ended || len(r.Faults) > 0 {
				t.Fatalf("%+v: %v", r, err)
			}
			switch name {
			case "tictactoe":
				if r.Goals[0] < 50 {
					t.Errorf("lost: %v", r.Goals)
				}
			case "buttons", "eightpuzzle", "nim":
				if r.Goals[0] < 99 {
					t.Errorf("not solved: %v", r.Goals)
				}
			}
			if view, ok := server.View(); !ok || view.State != "over" || len(view.Turns) != len(r.Moves) {
				t.Errorf("the page shows %q and %d turns of %d", view.State, len(view.Turns), len(r.Moves))
			}
		})
	}
}

// register is a game that grounds to 2³⁰ facts, of which the reasoner meets one at a time.
func register() string {
	const bits = 30
	vars, next, zeros := "", "", ""
	for i := range bits {
		vars += fmt.Sprintf(" ?b%d", i)
		zeros += " 0"
	}
	rules := "(role r) (init (reg" + zeros + ")) (init (step 0)) (bit 0) (bit 1) (flip 0 1) (flip 1 0) (succ 0 1) (succ 1 2) (succ 2 3)\n"
	for i := range bits {
		next = strings.Replace(vars, fmt.Sprintf(" ?b%d", i), " ?new", 1)
		rules += fmt.Sprintf("(legal r (turn %d))\n(<= (next (reg%s)) (does r (turn %d)) (true (reg%s)) (flip ?b%d ?new))\n", i, next, i, vars, i)
	}
	return rules + "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(<= terminal (true (step 3)))\n(<= (goal r 100) (true (reg 1" + zeros[2:] + ")))\n" +
		"(<= (goal r 0) (not (true (reg 1" + zeros[2:] + "))))\n"
}

// TestExplosion starts a game that cannot be grounded: the player answers in time and goes on by the reasoner.
func TestExplosion(t *testing.T) {
	for _, opt := range []Options{
		{MaxThink: 20 * time.Millisecond, MaxMemory: 20_000_000}, // grounding ends for want of memory
		{MaxThink: 20 * time.Millisecond, MaxMemory: 80_000_000}, // or goes on beyond the end of the clock
	} {
		s := New(opt)
		begin := time.Now()
		if answer := say(s, "(START m r (%s) 1 60)", register()); answer != "READY" { // a player that waited for 2³⁰ facts would not end
			t.Fatal(answer)
		}
		moves := "NIL"
		for range 3 {
			answer := say(s, "(PLAY m %s)", moves)
			if !strings.HasPrefix(answer, "(turn ") {
				t.Fatalf("%+v: %q", opt, answer)
			}
			moves = "(" + answer + ")"
		}
		if answer := say(s, "(STOP m %s)", moves); answer != "DONE" {
			t.Error(answer)
		}
		if spent := time.Since(begin); spent > 3*time.Minute {
			t.Errorf("it took %v", spent)
		}
	}
}

// TestHTTP sends what is not a message.
func TestHTTP(t *testing.T) {
	s := New(brief)
	s.headTime, s.bodyTime = time.Hour, time.Hour
	serve := func(s *Server) (address string) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx, l) }()
		t.Cleanup(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
		return l.Addr().String()
	}
	url := "http://" + serve(s)
	status := func(r *http.Response, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Body.Close() }()
		_, _ = io.Copy(io.Discard, r.Body)
		return r.StatusCode
	}
	for path, want := range map[string]int{"/": 200, "/etc/passwd": 405, "/../player.go": 405, "/page.html": 405} {
		if got := status(http.Get(url + path)); got != want {
			t.Errorf("GET %s: %d, want %d", path, got, want)
		}
	}
	if got := status(http.Post(url, "text/acl", strings.NewReader("(INFO)"))); got != 200 {
		t.Errorf("INFO: %d", got)
	}
	if got := status(http.Post(url, "text/acl", strings.NewReader("(INFO"))); got != 400 {
		t.Errorf("malformed: %d", got)
	}
	huge := httptest.NewRecorder()
	s.ServeHTTP(huge, httptest.NewRequest(http.MethodPost, "/", io.LimitReader(spaces{}, MaxMessage+1)))
	if huge.Code != 413 {
		t.Errorf("huge: %d", huge.Code)
	}
	// One that is not patient closes connections on which nothing more comes.
	hasty := New(brief)
	hasty.headTime, hasty.bodyTime = 100*time.Millisecond, 100*time.Millisecond
	address := serve(hasty)
	for _, begun := range []string{"POST / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n(PLAY"} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, begun); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.Copy(io.Discard, bufio.NewReader(c)); errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%q: the connection stays open", begun)
		} else if n := new(net.OpError); errors.As(err, &n) && n.Timeout() {
			t.Errorf("%q: the connection stays open", begun)
		}
		_ = c.Close()
	}
}

// spaces is a reader of blanks.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestPage shows a match with a name that is no harmless text.
func TestPage(t *testing.T) {
	s := New(brief)
	say(s, "(START <script>alert(1)</script> x (%s\n) 10 10)", text(t, "tictactoe"))
	say(s, "(START m x (%s\n) 10 10)", text(t, "tictactoe"))
	move := say(s, "(PLAY m NIL)")
	say(s, "(PLAY m (%s noop))", move)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	page := w.Body.String()
	for _, want := range []string{"<h1>m</h1>", "Role <b>x</b> of x, o", move, "(control o)", "noop", "expected goal"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	say(s, "(ABORT m)")
	say(s, "(START m x (%s\n) 10 10)", text(t, "blindtictactoe"))
	say(s, "(PLAY m 0 NIL NIL)")
	w = httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if blind := w.Body.String(); !strings.Contains(blind, "What may hold") || !strings.Contains(blind, "<td>blank</td>") {
		t.Errorf("the page lacks what may hold:\n%s", blind)
	}
	if strings.Contains(page, "<script") {
		t.Error("the page has a script")
	}
}

// stubborn is a brain whose first search does not end when it should.
type stubborn struct {
	brain
	end chan struct{}
}

func (s stubborn) think(_ context.Context, report func(Decision)) error {
	report(Decision{Move: "(mark 2 2)"})
	<-s.end
	return nil
}

// TestStall goes on by another circuit after a search that did not end.
func TestStall(t *testing.T) {
	s := New(brief)
	say(s, "(START m x (%s\n) 10 2)", text(t, "tictactoe"))
	x := s.match
	x.lock.Lock()
	first, ok := x.brain.(*treeBrain)
	end := make(chan struct{})
	defer close(end)
	x.brain = stubborn{x.brain, end}
	x.lock.Unlock()
	if move := say(s, "(PLAY m NIL)"); !ok || move != "(mark 2 2)" {
		t.Fatalf("%s by a circuit: %t", move, ok)
	}
	s.lock.Lock()
	x.playClock = 12 * time.Second // a quarter for the old search, the rest for another brain, also on a busy machine
	s.lock.Unlock()
	if move := say(s, "(PLAY m ((mark 2 2) noop))"); move != "noop" {
		t.Fatal(move)
	}
	x.lock.Lock()
	for deadline := time.Now().Add(time.Minute); x.fast != nil && len(x.fast) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no other circuit")
		}
	}
	x.lock.Unlock()
	move := say(s, "(PLAY m (noop (mark 1 1)))")
	x.lock.Lock()
	defer x.lock.Unlock()
	if second, ok := x.brain.(*treeBrain); !ok || second == first || !strings.HasPrefix(move, "(mark ") {
		t.Errorf("%s by a %T", move, x.brain)
	}
}

// TestReady goes over to the better brain as soon as it is prepared, patient or not.
func TestReady(t *testing.T) {
	past := make(chan struct{})
	close(past)
	better := stubborn{end: past}
	for range 100 {
		for _, patient := range []bool{false, true} {
			x := &match{fast: make(chan brain, 1), brain: stubborn{}}
			x.fast <- better
			if x.ready(past, patient); x.brain != better || x.fast != nil {
				t.Fatalf("patient %t: the worse brain goes on", patient)
			}
		}
		x := &match{fast: make(chan brain, 1), slow: make(chan brain, 1)}
		x.fast <- better
		x.slow <- stubborn{}
		if x.ready(past, false); x.brain != better {
			t.Fatal("the worse brain begins")
		}
		x = &match{fast: make(chan brain, 1), brain: better}
		x.fast <- nil
		if x.ready(past, false); x.brain != better || x.fast != nil {
			t.Fatal("a brain that could not be made is waited for")
		}
	}
}

// TestInterrupt stops a match while the player thinks.
func TestInterrupt(t *testing.T) {
	for _, kind := range []string{"STOP", "ABORT"} {
		s := New(Options{MaxThink: time.Hour})
		s.opt.MaxThink = 20 * time.Millisecond
		say(s, "(START m red (%s\n) 10 3600)", text(t, "connectfour"))
		s.match.opt.MaxThink = time.Hour
		thinking := make(chan string, 1)
		go func() { thinking <- say(s, "(PLAY m NIL)") }()
		for {
			if view, _ := s.View(); view.State == "thinking" && view.Decision.Simulations > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		begin := time.Now()
		if kind == "STOP" {
			say(s, "(STOP m NIL)")
		} else {
			say(s, "(ABORT m)")
		}
		if answer := <-thinking; !strings.HasPrefix(answer, "(drop ") {
			t.Errorf("%s: %q", kind, answer)
		}
		if spent := time.Since(begin); spent > 5*time.Minute {
			t.Errorf("%s took %v", kind, spent)
		}
		if say(s, "(INFO)") != "AVAILABLE" {
			t.Errorf("busy after %s", kind)
		}
	}
}

// TestExpiry gives up a match whose manager has gone.
func TestExpiry(t *testing.T) {
	s := New(brief)
	say(s, "(START m x (%s\n) 10 10)", text(t, "tictactoe"))
	s.lock.Lock()
	s.expiry = time.Now().Add(-time.Second)
	s.lock.Unlock()
	if say(s, "(INFO)") != "AVAILABLE" {
		t.Error("the match is not given up")
	}
}

// TestDeadline checks that clocks have a margin.
func TestDeadline(t *testing.T) {
	o := New(Options{}).opt
	now := time.Now()
	for clock, want := range map[time.Duration]time.Duration{
		10 * time.Second: 9300 * time.Millisecond, 900 * time.Millisecond: 600 * time.Millisecond, 0: leastClock,
	} {
		if got := o.deadline(now, clock).Sub(now); got != want {
			t.Errorf("%v: %v, want %v", clock, got, want)
		}
	}
}

// TestConcurrent sends messages of two matches at the same time, in any order.
func TestConcurrent(t *testing.T) {
	s := New(Options{MaxThink: time.Millisecond})
	start := fmt.Sprintf(" x (%s\n) 1 1)", text(t, "tictactoe"))
	messages := []string{
		"(INFO)", "(START m" + start, "(START n" + start, "(PLAY m NIL)", "(PLAY n NIL)", "(PLAY m ((mark 2 2) noop))",
		"(PLAY n ((mark 1 1) noop))", "(PLAY m (noop (mark 3 3)))", "(PLAY m 0 NIL NIL)", "(STOP m NIL)", "(STOP n ((mark 1 1) noop))", "(ABORT m)", "(ABORT n)",
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 0))
			for range 100 {
				_, _ = s.Call(context.Background(), messages[random.IntN(len(messages))])
				s.View()
			}
		})
	}
	group.Wait()
	say(s, "(ABORT m)")
	say(s, "(ABORT n)")
	if got := say(s, "(INFO)"); got != "AVAILABLE" {
		t.Errorf("%q after all matches were aborted", got)
	}
}
