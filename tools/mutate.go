package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A source is a file of a game with its possible faults.
type source struct {
	path    string
	files   *token.FileSet
	file    *ast.File
	mutants []*mutant
	next    int // number of the next mutant
}

// A mutant is one fault in one function.
type mutant struct {
	id          int
	in          *ast.FuncDecl
	at          token.Position
	what        string
	text        string // the function with the fault
	first, last int    // its lines in the file with all mutants
	dropped     bool   // it does not compile
}

func (m *mutant) String() string {
	return fmt.Sprintf("%d, %s:%d: in %s, %s", m.id, m.at.Filename, m.at.Line, m.in.Name.Name, m.what)
}

// readSource reads a file and lists the faults of its functions, numbered from next.
func readSource(path string, next int) (*source, error) {
	s := &source{path: path, files: token.NewFileSet(), next: next}
	var err error
	if s.file, err = parser.ParseFile(s.files, path, nil, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || f.Type.TypeParams != nil || !played(f.Name.Name) {
			continue
		}
		if err := s.mutate(f); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// played reports whether a function is part of play, rather than of input, output or construction. A fault in a
// constructor would affect a whole check.
func played(name string) bool {
	for _, other := range []string{"init", "main", "String", "Parse", "New", "Random", "Append", "Check", "Read", "Write", "Format"} {
		if strings.HasPrefix(name, other) && name != "AppendBinary" && name != "AppendInformation" && name != "AppendNumbers" {
			return false
		}
	}
	return true
}

func (s *source) mutate(f *ast.FuncDecl) (err error) {
	name := f.Name.Name
	plant := func(at ast.Node, what string, do, undo func()) {
		if err != nil {
			return
		}
		m := &mutant{id: s.next, in: f, at: s.files.Position(at.Pos()), what: what}
		m.at.Filename = s.file.Name.Name + "/" + m.at.Filename[strings.LastIndexByte(m.at.Filename, '/')+1:]
		s.next++
		f.Name.Name = copyName(name, m.id)
		do()
		var b bytes.Buffer
		doc := f.Doc
		f.Doc = nil
		err = format.Node(&b, token.NewFileSet(), f)
		f.Doc = doc
		undo()
		f.Name.Name = name
		m.text = b.String()
		s.mutants = append(s.mutants, m)
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		mutateNode(n, plant)
		return true
	})
	return err
}

func copyName(name string, id int) string { return fmt.Sprintf("%sMutant%d", name, id) }

var exchanged = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND, token.AND: token.OR, token.OR: token.AND,
	token.SHL: token.SHR, token.SHR: token.SHL, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.QUO,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.OR_ASSIGN: token.XOR_ASSIGN, token.XOR_ASSIGN: token.OR_ASSIGN,
	token.AND_NOT_ASSIGN: token.XOR_ASSIGN, token.INC: token.DEC, token.DEC: token.INC,
}

// mutateNode plants the faults of a syntax node. Each fault is done and undone.
func mutateNode(n ast.Node, plant func(at ast.Node, what string, do, undo func())) {
	exchange := func(at ast.Node, op *token.Token) {
		before := *op
		if other, ok := exchanged[before]; ok {
			plant(at, fmt.Sprintf("%v becomes %v", before, other), func() { *op = other }, func() { *op = before })
		}
	}
	replace := func(at ast.Node, what string, e *ast.Expr, by ast.Expr) {
		before := *e
		plant(at, what, func() { *e = by }, func() { *e = before })
	}
	switch n := n.(type) {
	case *ast.BlockStmt:
		mutateList(n.List, plant)
	case *ast.CaseClause:
		mutateList(n.Body, plant)
	case *ast.IfStmt:
		replace(n, "a condition is negated", &n.Cond, &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: n.Cond}})
	case *ast.BinaryExpr:
		exchange(n, &n.Op)
		if one, ok := n.X.(*ast.BasicLit); ok && one.Value == "1" && n.Op == token.SUB {
			op, x := n.Op, n.X
			zero := &ast.BasicLit{Kind: token.INT, Value: "0"}
			plant(n, "the other side becomes this one", func() { n.Op, n.X = token.ADD, zero }, func() { n.Op, n.X = op, x })
		}
	case *ast.AssignStmt:
		exchange(n, &n.Tok)
	case *ast.IncDecStmt:
		exchange(n, &n.Tok)
	case *ast.BasicLit:
		if value, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
			before := n.Value
			plant(n, before+" becomes one more", func() { n.Value = strconv.Itoa(value + 1) }, func() { n.Value = before })
			if value > 0 {
				plant(n, before+" becomes one less", func() { n.Value = strconv.Itoa(value - 1) }, func() { n.Value = before })
			}
		}
	case *ast.IndexExpr:
		replace(n, "an index becomes one more", &n.Index, &ast.BinaryExpr{X: n.Index, Op: token.ADD, Y: &ast.BasicLit{Kind: token.INT, Value: "1"}})
	case *ast.ReturnStmt:
		for i := range n.Results {
			replace(n, "the sign of a result is flipped", &n.Results[i], &ast.UnaryExpr{Op: token.SUB, X: &ast.ParenExpr{X: n.Results[i]}})
		}
	case *ast.Ident:
		if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
			before := n.Name
			plant(n, before+" becomes "+other, func() { n.Name = other }, func() { n.Name = before })
		}
	}
}

func mutateList(list []ast.Stmt, plant func(at ast.Node, what string, do, undo func())) {
	for i, stmt := range list {
		plant(stmt, "a statement is dropped", func() { list[i] = &ast.EmptyStmt{Implicit: true} }, func() { list[i] = stmt })
		if i > 0 {
			swap := func() { list[i-1], list[i] = list[i], list[i-1] }
			plant(stmt, "a statement is exchanged with the one before", swap, swap)
		}
	}
}

// thin keeps at most most of the remaining mutants, evenly spread.
func (s *source) thin(most int) {
	var left []*mutant
	for _, m := range s.mutants {
		if !m.dropped {
			left = append(left, m)
		}
	}
	for i, m := range left {
		m.dropped = len(left) > most && i*most/len(left) == (i-1)*most/len(left) && i > 0
	}
}

// drop drops the mutant at a line of the file with all mutants, and returns the number dropped.
func (s *source) drop(line int) int {
	for _, m := range s.mutants {
		if !m.dropped && m.first <= line && line <= m.last {
			m.dropped = true
			return 1
		}
	}
	return 0
}

// mutated returns the file with all mutants: a copy of a function for each fault, and a dispatcher in its place.
func (s *source) mutated() ([]byte, error) {
	of := map[*ast.FuncDecl][]*mutant{}
	for _, m := range s.mutants {
		if !m.dropped {
			of[m.in] = append(of[m.in], m)
		}
	}
	var chosen bytes.Buffer
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || len(of[f]) == 0 {
			continue
		}
		name := f.Name.Name
		call, head, err := dispatch(f)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&chosen, "\n%s {\n\tswitch mutantChosen {\n", head)
		for _, m := range of[f] {
			fmt.Fprintf(&chosen, "\tcase %d:\n\t\t%s\n", m.id, call(copyName(name, m.id)))
		}
		fmt.Fprintf(&chosen, "\tdefault:\n\t\t%s\n\t}\n}\n", call(copyName(name, 0)))
		defer func() { f.Name.Name = name }()
		f.Name.Name = copyName(name, 0)
	}
	var b bytes.Buffer
	comments := s.file.Comments
	s.file.Comments = nil
	err := format.Node(&b, s.files, s.file)
	s.file.Comments = comments
	if err != nil {
		return nil, err
	}
	b.Write(chosen.Bytes())
	line := bytes.Count(b.Bytes(), []byte("\n")) + 1
	for _, m := range s.mutants {
		if m.dropped {
			continue
		}
		m.first, m.last = line, line+strings.Count(m.text, "\n")
		line = m.last + 1
		b.WriteString(m.text + "\n")
	}
	return b.Bytes(), nil
}

// dispatch returns a function that formats a call of a copy, and the signature of the dispatcher.
func dispatch(f *ast.FuncDecl) (call func(name string) string, head string, err error) {
	var arguments []string
	named := func(list *ast.FieldList, collect bool) {
		if list == nil {
			return
		}
		for _, field := range list.List {
			if len(field.Names) == 0 {
				field.Names = []*ast.Ident{ast.NewIdent("_")}
			}
			for _, name := range field.Names {
				if name.Name == "_" {
					name.Name = fmt.Sprintf("argument%d", len(arguments))
				}
				if !collect {
					continue
				}
				if _, many := field.Type.(*ast.Ellipsis); many {
					arguments = append(arguments, name.Name+"...")
				} else {
					arguments = append(arguments, name.Name)
				}
			}
		}
	}
	receiver := ""
	if f.Recv != nil {
		named(f.Recv, false)
		receiver = f.Recv.List[0].Names[0].Name + "."
	}
	named(f.Type.Params, true)
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), &ast.FuncDecl{Recv: f.Recv, Name: f.Name, Type: f.Type}); err != nil {
		return nil, "", err
	}
	result := ""
	if f.Type.Results != nil {
		result = "return "
	}
	return func(name string) string {
		return fmt.Sprintf("%s%s%s(%s)", result, receiver, name, strings.Join(arguments, ", "))
	}, b.String(), nil
}
