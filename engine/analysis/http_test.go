package analysis_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
)

// post posts a request and returns the response.
func post(ctx context.Context, t testing.TB, url, body string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return &http.Response{Body: http.NoBody}
	}
	return response
}

// all returns the body of a response.
func all(t testing.TB, r *http.Response) string {
	t.Helper()
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

const events = "text/event-stream"

// An event is one that a server has sent.
type event struct{ name, data string }

// next reads an event, or returns false at the end.
func next(from *bufio.Scanner) (e event, more bool) {
	for from.Scan() {
		switch line := from.Text(); {
		case line == "":
			return e, true
		case strings.HasPrefix(line, "event: "):
			e.name = strings.TrimPrefix(line, "event: ")
		case strings.HasPrefix(line, "data: "):
			e.data = strings.TrimPrefix(line, "data: ")
		}
	}
	return e, false
}

// TestHTTP has the status and the body for each kind of request.
func TestHTTP(t *testing.T) {
	s := server(t, analysis.Options{MaxBytes: 200}, func(_ context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
		if h.Stones == 70 {
			panic("seventy")
		}
		return first(h, q), nil
	})
	h := httptest.NewServer(s)
	defer h.Close()
	const answer = `"final":true,"status":"complete","nodes":1,"lines":[{"move":"1","line":["1"],"value":0.5,"bound":"unknown","distance":0,"visits":1,"depth":0}]}`
	for _, c := range []struct {
		body   string
		status int
		want   string
	}{
		{`{}`, 200, `{"id":"","turn":0,` + answer + "\n"},
		{"\ufeff{\"id\":\"a<b\",\n\"moves\":[\"1\"]}\n", 200, `{"id":"a<b","turn":1,` + answer + "\n"},
		{`{"moves":["1"],"turns":[1,0]}`, 200, `[{"id":"","turn":1,` + answer + `,{"id":"","turn":0,` + answer + "]\n"},
		{`{"turns":[0]}`, 200, `[{"id":"","turn":0,` + answer + "]\n"},
		{`{"position":"70"}`, 500, `{"id":"","turn":0,"final":true,"status":"failed","nodes":0,"lines":[],"error":"panic: seventy"}` + "\n"},
		{`{"id":"a","moves":["7"]}`, 400, `{"id":"a","field":"moves","error":"[0] is \"7\": \"7\" is not a legal move"}` + "\n"},
		{`{"id":"a","action":"terminate","terminateId":"a"}`, 400, `{"id":"a","field":"action",`},
		{``, 400, `{"id":null,"field":null,`},
		{`hello`, 400, `{"id":null,"field":null,`},
		{strings.Repeat(" ", 201), 413, `{"id":null,"field":null,"error":"the request is longer than 200 bytes"}` + "\n"},
	} {
		r := post(t.Context(), t, h.URL+"/any/path", c.body)
		if body := all(t, r); r.StatusCode != c.status || !strings.HasPrefix(body, c.want) || r.Header.Get("Content-Type") != "application/json" || !json.Valid([]byte(body)) {
			t.Errorf("%q: status %d, %s, want %d, %s", c.body, r.StatusCode, body, c.status, c.want)
		}
	}
	// Events, with a field or a header.
	for _, c := range []struct{ body, header string }{{`{"turns":[0,1],"moves":["1"]}`, events}, {`{"turns":[0,1],"moves":["1"],"every":5}`, "*/*"}} {
		r := post(t.Context(), t, h.URL, c.body, "Accept", c.header)
		body := all(t, r)
		if r.Header.Get("Content-Type") != events || strings.Count(body, "data: ") != 2 || !strings.Contains(body, `data: {"id":"","turn":1,`+answer+"\n\n") {
			t.Errorf("%s", body)
		}
	}
	r, err := http.Get(h.URL)
	if err != nil {
		t.Fatal(err)
	}
	if body := all(t, r); r.StatusCode != 405 || r.Header.Get("Allow") != "POST" || !json.Valid([]byte(body)) {
		t.Errorf("GET: %d, %s", r.StatusCode, body)
	}
}

// TestSlowBody gives up a request that does not come.
func TestSlowBody(t *testing.T) {
	s := server(t, analysis.Options{}, newGate().find)
	s.SetBodyTime(10 * time.Millisecond)
	h := httptest.NewServer(s)
	defer h.Close()
	body, w := io.Pipe()
	defer w.Close()
	r, err := http.Post(h.URL, "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	if body := all(t, r); r.StatusCode != 408 || !strings.Contains(body, "within 10ms") {
		t.Errorf("%d, %s", r.StatusCode, body)
	}
}

// TestClients has 200 clients at the same time, and two workers. All that are not searched for are told so, and all are answered.
func TestClients(t *testing.T) {
	const clients, workers = 200, 2
	g := newGate()
	s := server(t, analysis.Options{Workers: workers, MaxPending: clients}, g.find)
	h := httptest.NewServer(s)
	defer h.Close()
	told, finals := make(chan int, clients), make(chan said, clients)
	for i := range clients {
		go func() {
			r := post(t.Context(), t, h.URL, fmt.Sprintf(`{"id":"%d","nodes":1}`, i), "Accept", events)
			defer r.Body.Close()
			from := bufio.NewScanner(r.Body)
			waits := false
			for {
				e, more := next(from)
				switch {
				case !more:
					return
				case e.name == "":
					finals <- decode(t, e.data)
				case !waits:
					waits = true
					var w struct {
						ID    string
						Ahead int
					}
					if err := json.Unmarshal([]byte(e.data), &w); err != nil || e.name != "waiting" || w.ID != fmt.Sprint(i) {
						t.Errorf("%+v: %v", e, err)
					}
					told <- w.Ahead
				}
			}
		}()
	}
	for range workers {
		<-g.begun
	}
	most := 0
	for range clients - workers {
		most = max(most, <-told)
	}
	if most != clients-workers-1 {
		t.Errorf("at most %d before", most)
	}
	// Now there is room for no other.
	r := post(t.Context(), t, h.URL, `{"id":"late","nodes":1}`)
	if body := all(t, r); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || decode(t, body).Error == "" {
		t.Errorf("%d, %s", r.StatusCode, body)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("%d MiB for %d clients", m.HeapAlloc>>20, clients)
	}
	ids := map[string]bool{}
	for i := range clients {
		g.pass <- true
		if i < clients-workers {
			<-g.begun
		}
		a := <-finals
		if a.Status != "complete" || len(a.Lines) != 1 {
			t.Errorf("%+v", a)
		}
		ids[*a.ID] = true
	}
	if len(ids) != clients {
		t.Errorf("%d clients were answered", len(ids))
	}
}

// TestBusy refuses positions that are too many, though there is room for their client.
func TestBusy(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{MaxPending: 2}, g.find)
	h := httptest.NewServer(s)
	defer h.Close()
	done := make(chan string)
	go func() { done <- all(t, post(t.Context(), t, h.URL, `{"id":"a","nodes":1}`)) }()
	<-g.begun
	r := post(t.Context(), t, h.URL, `{"id":"b","nodes":1,"moves":["1"],"turns":[0,1]}`)
	if body := all(t, r); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || *decode(t, body).ID != "b" {
		t.Errorf("%d, %s", r.StatusCode, body)
	}
	g.pass <- true
	if a := decode(t, <-done); a.Status != "complete" {
		t.Errorf("%+v", a)
	}
}

// A clogged writer takes a response only when it is let.
type clogged struct {
	httptest.ResponseRecorder
	writes, pass chan bool
}

func (c *clogged) Write(b []byte) (int, error) {
	c.writes <- true
	<-c.pass
	return c.ResponseRecorder.Write(b)
}

// TestSlowClient has a worker go on while a client does not take its partial answers.
func TestSlowClient(t *testing.T) {
	w := &clogged{*httptest.NewRecorder(), make(chan bool), make(chan bool)}
	begun := make(chan bool)
	s := server(t, analysis.Options{}, func(_ context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
		if h.Stones == 50 {
			begun <- true
			q.Report(first(h, q))
			<-w.writes
		}
		return first(h, q), nil
	})
	ended := make(chan bool)
	go func() {
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"position":"50","every":0.01}`)))
		close(ended)
	}()
	<-begun
	other := httptest.NewRecorder()
	s.ServeHTTP(other, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"id":"b"}`)))
	if !strings.Contains(other.Body.String(), `"final":true`) {
		t.Error(other.Body)
	}
	close(w.pass)
	for done := false; !done; {
		select {
		case <-w.writes:
		case <-ended:
			done = true
		}
	}
	if body := w.Body.String(); strings.Count(body, `"final":true`) != 1 || !strings.Contains(body, `"final":false`) {
		t.Error(body)
	}
}

// TestGone ends what clients have asked who go, of which one waits and one is searched for.
func TestGone(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{MaxPending: 3}, g.find)
	h := httptest.NewServer(s)
	defer h.Close()
	for _, header := range []string{events, "application/json"} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool, 2)
		for range 2 {
			go func() {
				r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, strings.NewReader(`{"id":"a","nodes":1}`))
				if err != nil {
					t.Error(err)
				}
				r.Header.Set("Accept", header)
				if response, err := http.DefaultClient.Do(r); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				ended <- true
			}()
		}
		<-g.begun
		cancel()
		<-ended
		<-ended
		// The next client has the worker, if need be after the other one's search was begun and ended.
		done := make(chan string)
		go func() {
			for {
				r := post(t.Context(), t, h.URL, `{"id":"b","nodes":1,"position":"50"}`)
				if body := all(t, r); r.StatusCode != 503 {
					done <- body
					return
				}
			}
		}()
		for <-g.begun != 50 {
		}
		g.pass <- true
		if a := decode(t, <-done); a.Status != "complete" {
			t.Errorf("%+v", a)
		}
	}
}

// TestListenAndServe answers on a port of its own, keeps out other sites, and ends with its context.
func TestListenAndServe(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{}, g.find)
	ctx, cancel := context.WithCancel(t.Context())
	addr, served := make(chan net.Addr, 1), make(chan error, 1)
	go func() { served <- analysis.ListenAndServe(ctx, ":0", s, func(a net.Addr) { addr <- a }) }()
	at := <-addr
	if ip := at.(*net.TCPAddr).IP; !ip.IsLoopback() {
		t.Fatalf("at %v", at)
	}
	url := "http://" + at.String()
	for _, c := range []struct {
		status int
		header []string
	}{
		{400, nil},
		{400, []string{"Host", "localhost:99"}},
		{400, []string{"Host", "LOCALHOST"}},
		{400, []string{"Host", "127.0.0.1"}},
		{400, []string{"Host", "[::1]:80"}},
		{400, []string{"Host", "[::1]"}},
		{400, []string{"Origin", url}},
		{400, []string{"Sec-Fetch-Site", "same-origin"}},
		{403, []string{"Host", "example.com"}},
		{403, []string{"Host", "example.com:80"}},
		{403, []string{"Host", "localhost.example.com"}},
		{403, []string{"Host", "192.0.2.1"}},
		{403, []string{"Origin", "http://example.com"}},
		{403, []string{"Origin", "null"}},
		{403, []string{"Host", "example.com", "Origin", "http://example.com"}},
		{403, []string{"Sec-Fetch-Site", "cross-site"}},
	} {
		r := post(t.Context(), t, url, "hello", c.header...)
		if body := all(t, r); r.StatusCode != c.status {
			t.Errorf("%v: %d, %s", c.header, r.StatusCode, body)
		}
	}
	done := make(chan string)
	go func() {
		done <- all(t, post(t.Context(), t, url, `{"nodes":1,"moves":["1"],"turns":[0,1]}`, "Accept", events))
	}()
	<-g.begun
	cancel()
	if body := <-done; strings.Count(body, `"final":true,"status":"cancelled"`) != 2 {
		t.Error(body)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if err := analysis.ListenAndServe(ctx, "nowhere", s, nil); err == nil {
		t.Error("an address without a port")
	}
}
