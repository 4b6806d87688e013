package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func docsCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "docs")
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	w, err := openWorkspace(dir)
	if err != nil {
		return err
	}
	c := docChecker{w: w, packages: map[string]*docPackage{}}
	if err := errors.Join(c.goFiles(ctx), c.markdown()); err != nil {
		return err
	}
	for _, code := range c.code { // when all packages are loaded
		c.qualified(code.dir, code.text, inLibrary)
	}
	if err := c.listed(); err != nil {
		return err
	}
	measurements, err := checkBenchmarks(dir, benchmarksPage)
	if err != nil {
		return err
	}
	for _, problem := range measurements {
		c.problem(filepath.Join(dir, benchmarksPage), "%s", problem)
	}
	for _, problem := range c.problems {
		fmt.Fprintln(std.out, problem)
	}
	if len(c.problems) > 0 {
		return fmt.Errorf("problems of the documentation: %d", len(c.problems))
	}
	return nil
}

// A docChecker finds broken links, identifiers that do not exist, packages without comments, and examples without
// outputs.
type docChecker struct {
	w        *workspace
	packages map[string]*docPackage // by import path; nil if not found
	code     []docCode              // of comments of packages
	problems []string
}

// A docCode is code in the comment of a package.
type docCode struct{ dir, text string }

// A docPackage is the documentation of a package with the names that links can have.
type docPackage struct {
	*doc.Package
	names map[string]bool // such as Type, Func, Type.Method, Type.Field
}

func (c *docChecker) problem(where, format string, args ...any) {
	if rel, err := filepath.Rel(c.w.root, where); err == nil {
		where = filepath.ToSlash(rel)
	}
	c.problems = append(c.problems, where+": "+fmt.Sprintf(format, args...))
}

func (c *docChecker) goFiles(ctx context.Context) error {
	for _, m := range c.w.modules {
		err := filepath.WalkDir(m.dir, func(dir string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			name := entry.Name()
			if dir != m.dir && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || hasModule(dir)) {
				return fs.SkipDir
			}
			rel, err := filepath.Rel(m.dir, dir)
			if err != nil {
				return err
			}
			return errors.Join(ctx.Err(), c.goPackage(dir, path.Join(m.path, filepath.ToSlash(rel))))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *docChecker) goPackage(dir, pkg string) error {
	d, err := c.load(dir, pkg)
	if d == nil || err != nil {
		return err
	}
	if d.Doc == "" {
		c.problem(dir, "package %s has no comment", d.Name)
	} else if inLibrary(pkg) && !c.showsCall(dir, d) {
		c.problem(dir, "the comment of package %s shows no call", d.Name)
	}
	c.comment(dir, d, d.Name, d.Doc)
	values := func(owner string, all []*doc.Value) {
		for _, v := range all {
			c.comment(dir, d, owner+strings.Join(v.Names, ", "), v.Doc)
		}
	}
	funcs := func(owner string, all []*doc.Func) {
		for _, f := range all {
			c.comment(dir, d, owner+f.Name, f.Doc)
		}
	}
	values("", d.Consts)
	values("", d.Vars)
	funcs("", d.Funcs)
	for _, t := range d.Types {
		c.comment(dir, d, t.Name, t.Doc)
		values(t.Name+": ", t.Consts)
		values(t.Name+": ", t.Vars)
		funcs(t.Name+": ", t.Funcs)
		funcs(t.Name+".", t.Methods)
	}
	return nil
}

// inLibrary reports whether a package is part of the library: not internal, and no example.
func inLibrary(pkg string) bool {
	return !strings.Contains("/"+pkg+"/", "/internal/") && !strings.Contains(pkg, "/examples/")
}

// layout is the page that lists all packages but examples.
const layout = "ARCHITECTURE.md"

// listed checks that the packages of the library and the packages directly below internal are on the page layout, by path
// or by name.
func (c *docChecker) listed() error {
	text, err := os.ReadFile(filepath.Join(c.w.root, layout))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	root := ""
	for _, m := range c.w.modules {
		if m.rel == "." {
			root = m.path
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(c.packages)) {
		rel, below := strings.CutPrefix(pkg, root+"/")
		if !below || c.packages[pkg] == nil || !inLibrary(pkg) && path.Dir(rel) != "internal" {
			continue
		}
		if !strings.Contains(string(text), "`"+rel+"`") && !strings.Contains(string(text), "`"+path.Base(rel)+"`") {
			c.problem(filepath.Join(c.w.root, layout), "package %s is missing", rel)
		}
	}
	return nil
}

// showsCall reports whether the comment of a package has code. It checks the qualified identifiers in the code.
func (c *docChecker) showsCall(dir string, d *docPackage) (found bool) {
	for _, b := range d.Parser().Parse(d.Doc).Content {
		if code, ok := b.(*comment.Code); ok {
			found = true
			c.code = append(c.code, docCode{dir, code.Text})
		}
	}
	return found
}

func (c *docChecker) comment(dir string, d *docPackage, what, text string) {
	p := d.Parser()
	symbol := p.LookupSym
	p.LookupSym = func(receiver, name string) bool {
		if !symbol(receiver, name) {
			c.problem(dir, "%s: there is no [%s]", what, strings.TrimPrefix(receiver+"."+name, "."))
			return false
		}
		return true
	}
	var blocks func([]comment.Block)
	texts := func(all []comment.Text) {
		for _, t := range all {
			if link, ok := t.(*comment.DocLink); ok && link.ImportPath != "" && !c.exists(link) {
				c.problem(dir, "%s: there is no %s", what, strings.TrimSuffix(link.ImportPath+"."+strings.TrimPrefix(link.Recv+"."+link.Name, "."), "."))
			}
		}
	}
	blocks = func(all []comment.Block) {
		for _, b := range all {
			switch b := b.(type) {
			case *comment.Paragraph:
				texts(b.Text)
			case *comment.Heading:
				texts(b.Text)
			case *comment.List:
				for _, item := range b.Items {
					blocks(item.Content)
				}
			}
		}
	}
	blocks(p.Parse(text).Content)
}

// exists reports whether a link to another package has a target.
func (c *docChecker) exists(link *comment.DocLink) bool {
	dir := filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(link.ImportPath))
	if m := c.w.owner(link.ImportPath); m != nil {
		dir = filepath.Join(m.dir, filepath.FromSlash(strings.TrimPrefix(link.ImportPath, m.path)))
	} else if first, _, _ := strings.Cut(link.ImportPath, "/"); strings.Contains(first, ".") {
		return true // outside the workspace
	}
	d, err := c.load(dir, link.ImportPath)
	if d == nil || err != nil {
		return false
	}
	name := strings.TrimPrefix(link.Recv+"."+link.Name, ".")
	return name == "" || d.names[name]
}

// load reads a package once and checks its examples. It returns nil if the package does not exist.
func (c *docChecker) load(dir, pkg string) (*docPackage, error) {
	if d, seen := c.packages[pkg]; seen {
		return d, nil
	}
	c.packages[pkg] = nil
	found, err := build.ImportDir(dir, 0)
	var none *build.NoGoError
	if errors.As(err, &none) || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	files, err := parse(set, dir, found.GoFiles, found.CgoFiles)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	tests, err := parse(set, dir, found.TestGoFiles, found.XTestGoFiles)
	if err != nil {
		return nil, err
	}
	if c.w.owner(pkg) != nil {
		for _, e := range doc.Examples(tests...) {
			if e.Output == "" && !e.EmptyOutput && !showsTest(e) {
				c.problem(dir, "Example%s has no output to compare", e.Name)
			}
		}
	}
	p, err := doc.NewFromFiles(set, files, pkg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	d := &docPackage{p, names(p)}
	c.packages[pkg] = d
	return d, nil
}

// showsTest reports whether an example demonstrates a test, which only go test can run.
func showsTest(e *doc.Example) bool {
	shows := false
	ast.Inspect(e.Code, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if ok {
			x, ok := selector.X.(*ast.Ident)
			shows = shows || ok && x.Name == "testing"
		}
		return true
	})
	return shows
}

func parse(set *token.FileSet, dir string, lists ...[]string) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range slices.Concat(lists...) {
		file, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// names returns the names in a package that links can have.
func names(p *doc.Package) map[string]bool {
	all := map[string]bool{}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			for _, name := range v.Names {
				all[name] = true
			}
		}
	}
	values(p.Consts)
	values(p.Vars)
	for _, f := range p.Funcs {
		all[f.Name] = true
	}
	for _, t := range p.Types {
		all[t.Name] = true
		values(t.Consts)
		values(t.Vars)
		for _, f := range t.Funcs {
			all[f.Name] = true
		}
		for _, f := range t.Methods {
			all[t.Name+"."+f.Name] = true
		}
		for _, spec := range t.Decl.Specs {
			members(spec, all)
		}
	}
	return all
}

// members adds the fields of a struct and the methods of an interface.
func members(spec ast.Spec, all map[string]bool) {
	s, ok := spec.(*ast.TypeSpec)
	if !ok {
		return
	}
	var list *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			all[s.Name.Name+"."+name.Name] = true
		}
	}
}

var (
	fenced       = regexp.MustCompile("(?ms)^```.*?^```")
	code         = regexp.MustCompile("`[^`]*`")
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"`)
)

// markdown checks that relative links of Markdown files have targets and that named identifiers exist.
func (c *docChecker) markdown() error {
	return filepath.WalkDir(c.w.root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); file != c.w.root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".md" {
			return nil
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		c.links(file, string(data))
		if entry.Name() != "CHANGELOG.md" { // it also names removed identifiers
			c.identifiers(file, string(data))
		}
		return nil
	})
}

func (c *docChecker) links(file, text string) {
	text = code.ReplaceAllString(fenced.ReplaceAllString(text, ""), "")
	headed := map[string]bool{}
	for _, m := range linkedHeading.FindAllStringSubmatch(text, -1) {
		if headed[m[1]] {
			c.problem(file, "the heading %s stands twice", m[1])
		}
		headed[m[1]] = true
	}
	for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
		target, anchor, _ := strings.Cut(m[1]+m[2], "#")
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		linked := file
		if target != "" {
			linked = filepath.Join(filepath.Dir(file), filepath.FromSlash(target))
		}
		data, err := os.ReadFile(linked)
		if errors.Is(err, fs.ErrNotExist) {
			c.problem(file, "there is no %s", target)
		} else if err == nil && anchor != "" && filepath.Ext(linked) == ".md" && !slices.Contains(anchors(string(data)), anchor) {
			c.problem(file, "%s has no heading #%s", filepath.Base(linked), anchor)
		}
	}
}

// qualified matches an identifier with its package, such as mcts.Tree or mcts.Options.Workers.
var qualified = regexp.MustCompile(`(?:^|[^\w./-])([a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)?)`)

// identifiers checks the qualified identifiers in the code spans of a page, for packages of the workspace.
func (c *docChecker) identifiers(file, text string) {
	for _, span := range code.FindAllString(fenced.ReplaceAllString(text, ""), -1) {
		c.qualified(file, span, func(string) bool { return true })
	}
}

// qualified checks the qualified identifiers in code, of those packages of the workspace that are named, not variables.
func (c *docChecker) qualified(file, code string, named func(pkg string) bool) {
	for _, m := range qualified.FindAllStringSubmatch(code, -1) {
		known, found := false, false
		for _, d := range c.packages {
			if d != nil && d.Name == m[1] {
				known = known || c.w.owner(d.ImportPath) != nil && named(d.ImportPath)
				found = found || d.names[m[2]]
			}
		}
		if known && !found {
			c.problem(file, "there is no %s.%s", m[1], m[2])
		}
	}
}

// A linkedHeading is a heading that is a link. It must be unique in a file.
var linkedHeading = regexp.MustCompile(`(?m)^#+ +(\[[^\]]*\]\([^)]*\))$`)

var heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)

// anchors returns the anchors of the headings of a Markdown file.
func anchors(text string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127:
				return r
			}
			return -1
		}, strings.ToLower(m[1]))
		all = append(all, name)
	}
	return all
}
