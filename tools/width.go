package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// widthCommand counts the exported identifiers of the library.
func widthCommand(_ context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "width")
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	var all width
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch name := filepath.Base(path); {
		case err != nil || !d.IsDir():
			return err
		case path != dir && (strings.HasPrefix(name, ".") || name == "examples" || name == "internal" || name == "site" || name == "tools" || name == "testdata"):
			return filepath.SkipDir
		}
		w, err := widthOf(path)
		if w != (width{}) {
			short, _ := filepath.Rel(dir, path)
			fmt.Fprintf(std.out, "%5d names %5d fields  %s\n", w.names, w.fields, short)
		}
		all.names, all.fields = all.names+w.names, all.fields+w.fields
		return err
	})
	fmt.Fprintf(std.out, "%5d names %5d fields  in all\n", all.names, all.fields)
	return err
}

// A width counts the exported identifiers of packages, without methods, and the exported fields of their structs.
type width struct{ names, fields int }

// widthOf returns the width of the package in a folder. Folders without packages and commands have zero.
func widthOf(dir string) (w width, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return w, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return w, err
		}
		if file.Name.Name == "main" {
			return width{}, nil
		}
		for _, d := range file.Decls {
			w.add(d)
		}
	}
	return w, nil
}

func (w *width) add(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.IsExported() {
			w.names++
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() {
						w.names++
					}
				}
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					w.names++
					w.addFields(s.Type)
				}
			}
		}
	}
}

// addFields adds the exported fields of a struct, including nested structs and embedded types.
func (w *width) addFields(t ast.Expr) {
	s, ok := t.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 && ast.IsExported(embedded(f.Type)) {
			w.fields++
		}
		for _, n := range f.Names {
			if n.IsExported() {
				w.fields++
				w.addFields(f.Type)
			}
		}
	}
}

func embedded(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.IndexExpr:
		return embedded(t.X)
	case *ast.IndexListExpr:
		return embedded(t.X)
	}
	return ""
}
