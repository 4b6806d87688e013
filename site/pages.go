package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"strings"

	sheets "github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/boardjs"
	"github.com/ply-search/ply/site/internal/play"
	"github.com/ply-search/ply/site/internal/watch"
)

//go:embed assets/*.js assets/*.css
var assets embed.FS

//go:embed assets/*.html
var templateFiles embed.FS

var templates = template.Must(template.New("").ParseFS(templateFiles, "assets/*.html"))

// A page is the data of all templates.
type page struct {
	Title  string
	Root   string // relative path to the root of the site
	Policy string
	Games  []play.Game

	Game  play.Game
	Board template.HTML // at the start of the game
	Said  string

	Texts []text
	Text  template.HTML

	Sheets []string // names of rules in GDL to start from
	Rules  string   // in GDL

	Demos []watch.Demo
	Demo  watch.Demo
	Code  string
}

// addPages adds the pages and their assets, without the WebAssembly.
func (f files) addPages(texts []text) error {
	err := fs.WalkDir(assets, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		f[name], err = assets.ReadFile(name)
		return err
	})
	if err != nil {
		return err
	}
	f["assets/board.js"] = boardjs.Script
	if err := f.add("index.html", "start.html", page{Title: "ply: game search, seen at work", Texts: texts}); err != nil {
		return err
	}
	f["404.html"] = f["index.html"]
	for _, g := range play.Games() {
		s, err := g.Start()
		if err != nil {
			return fmt.Errorf("%s: %w", g.Title, err)
		}
		position := s.Position(0)
		p := page{Title: g.Title, Game: g, Board: template.HTML(position.Board), Said: position.Said}
		if err := f.add("play/"+g.Name+".html", "play.html", p); err != nil {
			return err
		}
	}
	if err := errors.Join(f.addGDL(), f.add("tree.html", "tree.html", page{Title: "Open a tree"})); err != nil {
		return err
	}
	for _, d := range watch.Demos() {
		code, err := d.Code()
		if err != nil {
			return err
		}
		if err := f.add("watch/"+d.Name+".html", "watch.html", page{Title: d.Title, Demo: d, Code: code}); err != nil {
			return err
		}
	}
	return nil
}

// usualSheet is the initial game of the page for pasted rules.
const usualSheet = "tictactoe"

// addGDL adds the page for pasted rules, and the rules to start from.
func (f files) addGDL() error {
	p := page{Title: "Any game, from its rules", Game: play.Game{
		Name: "gdl", Title: "Any game, from its rules", Story: "ggp", Package: "mcts", Demo: "uct",
		About: "Write or paste the rules of a game in the Game Description Language (GDL). They are compiled to a circuit of logic gates for the search.",
	}}
	for _, name := range sheets.Names() {
		text, _ := sheets.Text(name)
		s, err := play.OpenGDL(context.Background(), text)
		if errors.Is(err, play.ErrUnplayable) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p.Sheets = append(p.Sheets, name)
		f["rules/"+name+".kif"] = []byte(text)
		if position := s.Position(0); name == usualSheet {
			p.Board, p.Said, p.Rules, p.Game.Sides = template.HTML(position.Board), position.Said, text, position.Sides
		}
	}
	return f.add("play/gdl.html", "play.html", p)
}

func (f files) add(name, by string, p page) error {
	p.Root = strings.Repeat("../", strings.Count(name, "/"))
	p.Policy, p.Games, p.Demos = policy, play.Games(), watch.Demos()
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, by, p); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f[name] = out.Bytes()
	return nil
}
