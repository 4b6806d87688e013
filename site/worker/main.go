//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"syscall/js"
	"time"

	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/site/internal/play"
	"github.com/ply-search/ply/site/internal/watch"
)

// A request is a message of the page.
type request struct {
	ID    int      `json:"id"` // repeated in the answers
	Do    string   `json:"do"`
	Game  string   `json:"game"`
	Text  string   `json:"text"` // rules in GDL instead of a game
	Moves []string `json:"moves"`
	Time  int      `json:"time"`  // milliseconds
	Count int      `json:"count"` // number of moves to take back
	View  int      `json:"view"`  // side that views the position; -1 sees everything

	Demo   string         `json:"demo"`
	Values map[string]int `json:"values"`
	Frame  int            `json:"frame"` // counted from 0; -1 is the last one

	Depth  int `json:"depth"`  // of a tree, in moves
	Visits int `json:"visits"` // the least of a move
	file   []byte
}

// An answer is a full or partial answer to a request.
type answer struct {
	ID       int            `json:"id"`
	Error    string         `json:"error,omitempty"`
	Position *play.Position `json:"position,omitempty"`
	Thought  *play.Thought  `json:"thought,omitempty"`
	Frame    *watch.Frame   `json:"frame,omitempty"`
	Frames   int            `json:"frames,omitempty"` // total number
	Tree     *graph.Graph   `json:"tree,omitempty"`
	Done     bool           `json:"done"` // the last answer to the request
}

// A worker processes requests one after the other.
type worker struct {
	lock    sync.Mutex
	waiting []request
	cancel  context.CancelFunc // cancels the current request
	arrived chan struct{}

	ready   func()        // sends a message to the worker itself
	resumed chan struct{} // signals the arrival of that message

	session play.Session
	film    watch.Film
	posted  time.Time // time of the last intermediate answer
}

func main() {
	w := &worker{arrived: make(chan struct{}, 1), resumed: make(chan struct{}, 1)}
	w.listen()
	js.Global().Call("postMessage", `{"ready":true}`)
	for range w.arrived {
		for {
			r, ctx, more := w.next()
			if !more {
				break
			}
			w.serve(ctx, r)
		}
	}
}

// listen makes the browser call receive for each message.
func (w *worker) listen() {
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if data.Type() == js.TypeString {
			w.receive(data.String(), nil)
			return nil
		}
		array := js.Global().Get("Uint8Array").New(data.Index(1)) // beside the text, a file
		file := make([]byte, array.Length())
		js.CopyBytesToGo(file, array)
		w.receive(data.Index(0).String(), file)
		return nil
	}))
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		w.resumed <- struct{}{}
		return nil
	}))
	port := channel.Get("port2")
	w.ready = func() { port.Call("postMessage", 0) }
}

func (w *worker) receive(text string, file []byte) {
	r := request{file: file}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		w.post(answer{Error: err.Error(), Done: true})
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	w.waiting = append(w.waiting, r)
	if w.cancel != nil {
		w.cancel()
	}
	select {
	case w.arrived <- struct{}{}:
	default:
	}
}

// next returns the next request, with a context that ends when another request arrives.
func (w *worker) next() (request, context.Context, bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if len(w.waiting) == 0 {
		return request{}, nil, false
	}
	r := w.waiting[0]
	w.waiting = w.waiting[1:]
	ctx, cancel := context.WithCancel(context.Background())
	if w.cancel = cancel; len(w.waiting) > 0 {
		cancel()
	}
	return r, ctx, true
}

// yield lets the browser deliver messages. The worker has a single thread, which a search does not release. A message
// to itself arrives after all waiting messages, and sooner than the shortest timeout.
func (w *worker) yield() {
	w.ready()
	<-w.resumed
}

func (w *worker) post(a answer) {
	text, err := json.Marshal(a)
	if err != nil {
		text = fmt.Appendf(nil, `{"id":%d,"error":%q,"done":true}`, a.ID, err)
	}
	js.Global().Call("postMessage", string(text))
}

// serve processes a request. Errors and panics of the game are sent to the page.
func (w *worker) serve(ctx context.Context, r request) {
	defer func() {
		if p := recover(); p != nil {
			w.post(answer{ID: r.ID, Error: fmt.Sprint("panic: ", p), Done: true})
		}
	}()
	a, err := w.answer(ctx, r)
	if err != nil {
		a.Error = err.Error()
	}
	a.ID, a.Done = r.ID, true
	w.post(a)
}

func (w *worker) answer(ctx context.Context, r request) (answer, error) {
	switch r.Do {
	case "open":
		return w.open(ctx, r)
	case "tree":
		return tree(ctx, r)
	case "watch":
		return w.watch(ctx, r)
	case "frame":
		if w.film == nil {
			return answer{}, fmt.Errorf("%q comes before a search", r.Do)
		}
		return w.frame(r.Frame), nil
	}
	if w.session == nil {
		return answer{}, fmt.Errorf("%q comes before a game is open", r.Do)
	}
	var err error
	switch r.Do {
	case "play":
		for _, name := range r.Moves {
			if err = w.session.Play(name); err != nil {
				break
			}
		}
	case "undo":
		for range r.Count {
			if err = w.session.Undo(); err != nil {
				break
			}
		}
	case "think":
		t, err := w.session.Think(ctx, time.Duration(r.Time)*time.Millisecond, func(t play.Thought) { w.report(r.ID, &t) })
		return answer{Thought: &t}, err
	case "look":
	default:
		err = fmt.Errorf("unknown request %.20q", r.Do)
	}
	p := w.session.Position(r.View)
	return answer{Position: &p}, err
}

// open starts a game and plays moves up to the first illegal one.
func (w *worker) open(ctx context.Context, r request) (answer, error) {
	session, err := begin(ctx, r)
	if err != nil {
		return answer{}, err
	}
	w.session = session
	err = w.session.Replay(r.Moves)
	p := w.session.Position(r.View)
	return answer{Position: &p}, err
}

func begin(ctx context.Context, r request) (play.Session, error) {
	if r.Text != "" {
		return play.OpenGDL(ctx, r.Text)
	}
	g, err := play.Find(r.Game)
	if err != nil {
		return nil, err
	}
	return g.Start()
}

// tree opens a saved tree.
func tree(ctx context.Context, r request) (answer, error) {
	s, err := begin(ctx, r)
	if err != nil {
		return answer{}, err
	}
	if err := s.Replay(r.Moves); err != nil {
		return answer{}, err
	}
	p := s.Position(-1)
	g, err := s.Tree(bytes.NewReader(r.file), r.Depth, r.Visits)
	return answer{Position: &p, Tree: g}, err
}

// watch runs a search and stores its film, which is shown afterwards or as it grows.
func (w *worker) watch(ctx context.Context, r request) (answer, error) {
	demo, err := watch.Find(r.Demo)
	if err != nil {
		return answer{}, err
	}
	values, err := demo.Values(r.Values)
	if err != nil {
		return answer{}, err
	}
	film, err := demo.Run(ctx, values, func(f watch.Film) {
		if time.Since(w.posted) >= reportEvery {
			w.posted, w.film = time.Now(), f
			a := w.frame(-1)
			a.ID = r.ID
			w.post(a)
		}
		w.yield()
	})
	if err != nil {
		return answer{}, err
	}
	w.film = film
	return w.frame(r.Frame), nil
}

// frame draws a frame, or the nearest existing one.
func (w *worker) frame(i int) answer {
	n := w.film.Len()
	if i < 0 || i >= n {
		i = n - 1
	}
	f := w.film.Frame(i)
	return answer{Frame: &f, Frames: n}
}

// reportEvery is the interval of intermediate answers.
const reportEvery = 150 * time.Millisecond

// report sends a thought to the page and lets messages arrive.
func (w *worker) report(id int, t *play.Thought) {
	if time.Since(w.posted) >= reportEvery {
		w.posted = time.Now()
		w.post(answer{ID: id, Thought: t})
	}
	w.yield()
}
