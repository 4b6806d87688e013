package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

// A workspace is the set of modules of a go.work. All have the version to which its replacements refer.
type workspace struct {
	root    string
	version string
	modules []*module // dependencies first
}

type module struct {
	path string
	dir  string   // absolute
	rel  string   // from the root, with slashes: "." or "examples/pig"
	uses []string // paths of imported workspace modules, sorted
}

// tag returns the Git tag of the module's version.
func (m *module) tag(version string) string {
	if m.rel == "." {
		return version
	}
	return m.rel + "/" + version
}

// openWorkspace reads the go.work in root and its modules. The version is "" without replacements.
func openWorkspace(root string) (*workspace, error) {
	work, err := readWork(root)
	if err != nil {
		return nil, err
	}
	w := &workspace{root: root}
	for _, use := range work.Use {
		m, err := readModule(root, use.Path)
		if err != nil {
			return nil, err
		}
		w.modules = append(w.modules, m)
	}
	for _, r := range work.Replace {
		if w.module(r.Old.Path) != nil {
			w.version = r.Old.Version
		}
	}
	for _, m := range w.modules {
		if m.uses, err = w.imports(m); err != nil {
			return nil, err
		}
	}
	w.modules, err = w.inOrder()
	return w, err
}

func (w *workspace) env() []string {
	return append(os.Environ(), "GOWORK="+filepath.Join(w.root, "go.work"))
}

func readWork(root string) (*modfile.WorkFile, error) {
	file := filepath.Join(root, "go.work")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return modfile.ParseWork(file, data, nil)
}

func readModule(root, use string) (*module, error) {
	dir := filepath.Join(root, filepath.FromSlash(use))
	file := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, err
	}
	path := modfile.ModulePath(data)
	if path == "" {
		return nil, fmt.Errorf("%s: no module path", file)
	}
	return &module{path: path, dir: dir, rel: filepath.ToSlash(rel)}, nil
}

func (w *workspace) module(path string) *module {
	for _, m := range w.modules {
		if m.path == path {
			return m
		}
	}
	return nil
}

// owner returns the module of the workspace that contains a package, or nil.
func (w *workspace) owner(pkg string) *module {
	var owner *module
	for _, m := range w.modules {
		if (pkg == m.path || strings.HasPrefix(pkg, m.path+"/")) && (owner == nil || len(m.path) > len(owner.path)) {
			owner = m
		}
	}
	return owner
}

// imports returns the paths of the other workspace modules whose packages m imports, under any build constraints.
func (w *workspace) imports(m *module) ([]string, error) {
	var uses []string
	err := filepath.WalkDir(m.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			name := entry.Name()
			if path != m.dir && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || hasModule(path)) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			pkg, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if owner := w.owner(pkg); owner != nil && owner != m {
				uses = append(uses, owner.path)
			}
		}
		return nil
	})
	slices.Sort(uses)
	return slices.Compact(uses), err
}

func hasModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// inOrder returns the modules, dependencies first.
func (w *workspace) inOrder() ([]*module, error) {
	var order []*module
	const visiting, done = 1, 2
	state := map[string]int{}
	var visit func(m *module) error
	visit = func(m *module) error {
		switch state[m.path] {
		case visiting:
			return fmt.Errorf("%s imports itself by way of other modules", m.path)
		case done:
			return nil
		}
		state[m.path] = visiting
		for _, path := range m.uses {
			if err := visit(w.module(path)); err != nil {
				return err
			}
		}
		state[m.path] = done
		order = append(order, m)
		return nil
	}
	for _, m := range w.modules {
		if err := visit(m); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// workFile returns the wanted go.work. It replaces each module at the workspace's version by its directory, because the
// go command otherwise looks for the go.mod of an unreleased version.
func (w *workspace) workFile() ([]byte, error) {
	work, err := readWork(w.root)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Clone(work.Replace) {
		if w.module(r.Old.Path) != nil {
			if err := work.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return nil, err
			}
		}
	}
	work.Cleanup()
	var block strings.Builder
	block.Write(bytes.TrimRight(modfile.Format(work.Syntax), "\n"))
	block.WriteString("\n\nreplace (\n")
	sorted := slices.SortedFunc(slices.Values(w.modules), func(a, b *module) int { return strings.Compare(a.path, b.path) })
	for _, m := range sorted {
		fmt.Fprintf(&block, "\t%s %s => ./%s\n", m.path, w.version, strings.TrimPrefix(m.rel, "."))
	}
	block.WriteString(")\n")
	return []byte(block.String()), nil
}
