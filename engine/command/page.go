package command

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/boardjs"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A scene is a position on the page.
type scene struct {
	Board  string   `json:"board"`
	Moves  []string `json:"moves"`  // legal moves
	Side   string   `json:"side"`   // side to move; empty in a position of chance
	Result string   `json:"result"` // of a finished game

	Cells [][]drawnCell `json:"cells,omitempty"` // rows of the board, if the game has cells
	Paths [][]string    `json:"paths,omitempty"` // the cells that each of Moves names
}

// policy is the Content-Security-Policy of the page, which loads nothing from other hosts.
const policy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// page adds the page and its positions to a server.
func (k *kit[G, M]) page(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_ = pageTemplate.Execute(w, &k.Game) // the client may have disconnected
	})
	mux.HandleFunc("GET /board.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(boardjs.Script)
	})
	mux.HandleFunc("GET /position", func(w http.ResponseWriter, r *http.Request) {
		s, err := k.scene(start{r.FormValue("position"), r.FormValue("moves")})
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s)
	})
}

func (k *kit[G, M]) scene(at start) (*scene, error) {
	g, played, err := k.game(at)
	if err != nil {
		return nil, err
	}
	side := g.ToMove()
	s := &scene{Board: strings.TrimRight(k.Print(g, side), "\n"), Moves: []string{}}
	if side >= 0 && side < 2 {
		s.Side = k.Sides[side]
	}
	notation := engine.NotationOf(g)
	for _, m := range g.Moves(nil) {
		s.Moves = append(s.Moves, string(notation.AppendMove(nil, m)))
	}
	if s.Result = k.Ending(g); s.Result != "" {
		s.Side, s.Moves = "", []string{}
	}
	k.draw(s, g, played)
	return s, nil
}
