package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
)

// rootModule is the path of the root module, a prefix of all module paths.
const rootModule = "github.com/ply-search/ply"

// stories are the examples of the site whose READMEs are pages.
var stories = []string{
	"montana", "morpion", "doubleletter", "2048", "connectfour", "domineering", "breakthrough", "othello", "loa", "go", "goban",
	"havannah", "ggp", "phantom", "poker",
}

// A text is a page of the Read part.
type text struct {
	Name  string // in the address
	Title string
	HowTo bool
	file  string // path in the repository
	body  []byte
}

// addTexts adds pages of the repository with their pictures.
func (f files) addTexts(texts []text, pictures map[string][]byte) error {
	for name, picture := range pictures {
		f["read/pictures/"+name] = picture
	}
	for _, t := range texts {
		body, err := f.render(t, texts)
		if err != nil {
			return fmt.Errorf("%s: %w", t.file, err)
		}
		if err := f.add("read/"+t.Name+".html", "read.html", page{Title: t.Title, Text: template.HTML(body)}); err != nil {
			return err
		}
	}
	return nil
}

// findTexts reads the texts from the repository if the command runs there, and otherwise from the module cache.
func findTexts(ctx context.Context) (texts []text, pictures map[string][]byte, err error) {
	pictures = map[string][]byte{}
	modules := []string{rootModule, rootModule + "/distributed", rootModule + "/learn", rootModule + "/neural", rootModule + "/tablebase"}
	for _, name := range stories {
		modules = append(modules, rootModule+"/examples/"+name)
	}
	dirs, err := moduleDirs(ctx, modules)
	if err != nil {
		return nil, nil, err
	}
	for _, module := range modules {
		below := strings.TrimPrefix(strings.TrimPrefix(module, rootModule), "/")
		names := []string{"README.md"}
		if below == "" {
			names = []string{"README.md", "GLOSSARY.md", "ARCHITECTURE.md", "BENCHMARKS.md", "STABILITY.md", "CHANGELOG.md", "examples/README.md", "howto/README.md"}
			pages, err := filepath.Glob(filepath.Join(dirs[module], "howto", "*.md"))
			if err != nil {
				return nil, nil, err
			}
			for _, page := range pages {
				if name := "howto/" + filepath.Base(page); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		for _, name := range names {
			body, err := os.ReadFile(filepath.Join(dirs[module], filepath.FromSlash(name)))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			t := text{file: path.Join(below, name), body: body, HowTo: strings.HasPrefix(name, "howto/")}
			name := strings.TrimSuffix(strings.TrimSuffix(t.file, ".md"), "/README")
			t.Name = strings.ToLower(strings.ReplaceAll(name, "/", "-"))
			t.Title = t.Name
			if m := title.FindSubmatch(body); m != nil {
				t.Title = string(m[1])
			}
			texts = append(texts, t)
		}
		err := filepath.WalkDir(dirs[module], func(file string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() && filepath.Ext(file) != ".svg" {
				return err
			}
			if entry.IsDir() {
				if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != dirs[module] || strings.HasPrefix(entry.Name(), ".") {
					return fs.SkipDir
				}
				return nil
			}
			rel, err := filepath.Rel(dirs[module], file)
			if err != nil {
				return err
			}
			pictures[path.Join(below, filepath.ToSlash(rel))], err = os.ReadFile(file)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return texts, pictures, nil
}

var title = regexp.MustCompile(`(?m)^# (.+)$`)

func moduleDirs(ctx context.Context, modules []string) (map[string]string, error) {
	dirs := map[string]string{}
	if out, err := goCommand(ctx, nil, append([]string{"list", "-m", "-f", "{{.Path}} {{.Dir}}"}, modules...)...); err == nil {
		for line := range strings.Lines(out) {
			name, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
			dirs[name] = dir
		}
		return dirs, nil
	}
	version, err := ownVersion()
	if err != nil {
		return nil, err
	}
	args := []string{"mod", "download", "-json"}
	for _, m := range modules {
		args = append(args, m+"@"+version)
	}
	out, err := goCommand(ctx, []string{"GOWORK=off"}, args...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); err != nil {
			return nil, err
		}
		dirs[m.Path] = m.Dir
	}
	return dirs, nil
}

// Code in cells of tables may be broken within identifiers and paths, so that tables fit onto small screens.
var (
	cell       = regexp.MustCompile(`(?s)<td.*?</td>`)
	inlineCode = regexp.MustCompile(`<code>[^<]*`)
	breakable  = regexp.MustCompile(`([a-z0-9])([A-Z])|([./=,])`)
)

// destination matches links and picture references of a rendered page.
var destination = regexp.MustCompile(`(href|src)="([^"]*)"`)

// render renders a text. Links to other texts lead to their pages, and other links into the repository to the
// reference.
func (f files) render(t text, texts []text) ([]byte, error) {
	var out bytes.Buffer
	tables := extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)) // the policy forbids styles
	markdown := goldmark.New(goldmark.WithExtensions(extension.Linkify, tables), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe())) // texts of the repository contain HTML pictures
	if err := markdown.Convert(t.body, &out); err != nil {
		return nil, err
	}
	narrow := cell.ReplaceAllFunc(out.Bytes(), func(found []byte) []byte {
		return inlineCode.ReplaceAllFunc(found, func(code []byte) []byte { return breakable.ReplaceAll(code, []byte("$1$3<wbr>$2")) })
	})
	return destination.ReplaceAllFunc(narrow, func(found []byte) []byte {
		m := destination.FindSubmatch(found)
		kind, target := string(m[1]), string(m[2])
		target, anchor, _ := strings.Cut(target, "#")
		if anchor != "" {
			anchor = "#" + anchor
		}
		if strings.Contains(target, "://") || target == "" {
			return found
		}
		file := path.Join(path.Dir(t.file), target)
		if f["read/pictures/"+file] != nil {
			return fmt.Appendf(nil, `%s="pictures/%s"`, kind, file)
		}
		for _, name := range []string{file, path.Join(file, "README.md")} {
			if i := slices.IndexFunc(texts, func(other text) bool { return other.file == name }); i >= 0 {
				return fmt.Appendf(nil, `%s="%s.html%s"`, kind, texts[i].Name, anchor)
			}
		}
		if path.Ext(file) == ".go" {
			file = path.Dir(file)
		}
		return fmt.Appendf(nil, `%s="https://pkg.go.dev/%s"`, kind, path.Join(rootModule, file))
	}), nil
}
