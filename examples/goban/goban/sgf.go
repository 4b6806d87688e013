package goban

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Node is a node of a game in the Smart Game Format, version 4 (Hollosi 1997). Its first child continues the main
// line; the others are variations.
type Node struct {
	Properties []Property
	Children   []*Node

	// Line is the line of the file in which the node begins, 0 without a file.
	Line int
}

// A Property is a name in capital letters, such as B for a move of Black, with one or more values.
type Property struct {
	Name   string
	Values []string // without the escapes of the file
}

// Values returns the values of a property, or nil.
func (n *Node) Values(name string) []string {
	for i := range n.Properties {
		if n.Properties[i].Name == name {
			return n.Properties[i].Values
		}
	}
	return nil
}

// Value returns the first value of a property, and whether the node has it.
func (n *Node) Value(name string) (string, bool) {
	values := n.Values(name)
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// Set sets the values of a property, or removes it if there are none.
func (n *Node) Set(name string, values ...string) {
	i := slices.IndexFunc(n.Properties, func(p Property) bool { return p.Name == name })
	switch {
	case i >= 0 && len(values) == 0:
		n.Properties = slices.Delete(n.Properties, i, i+1)
	case i >= 0:
		n.Properties[i].Values = values
	case len(values) > 0:
		n.Properties = append(n.Properties, Property{name, values})
	}
}

// MainLine returns the node and the main line after it.
func (n *Node) MainLine() []*Node {
	line, _ := n.Variation() // no choice can be wrong
	return line
}

// Variation returns the node and a line after it. At each branch it follows the child with the next number of choices,
// from 1 on, and after the last choice the main line. A choice that does not exist is an error.
func (n *Node) Variation(choices ...int) ([]*Node, error) {
	line := []*Node{n}
	for i := 0; len(n.Children) > 0; {
		next := 0
		if len(n.Children) > 1 && i < len(choices) {
			if next = choices[i] - 1; next < 0 || next >= len(n.Children) {
				return nil, fmt.Errorf("choice %d: variation %d of %d", i+1, choices[i], len(n.Children))
			}
			i++
		}
		n = n.Children[next]
		line = append(line, n)
		if len(n.Children) == 0 && i < len(choices) {
			return nil, fmt.Errorf("%d choices, but the line has only %d branches", len(choices), i)
		}
	}
	return line, nil
}

// WriteSGF writes games. Package sgf reads the same games again, except that ends of lines become \n. A property
// without values or whose name is not in capital letters is an error.
func WriteSGF(w io.Writer, games ...*Node) error {
	var b bytes.Buffer
	for _, g := range games {
		if err := writeTree(&b, g); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeTree(b *bytes.Buffer, n *Node) error {
	b.WriteByte('(')
	for length := 0; ; length++ {
		if length > 0 && length%10 == 0 {
			b.WriteByte('\n')
		}
		if err := writeNode(b, n); err != nil {
			return err
		}
		if len(n.Children) != 1 {
			break
		}
		n = n.Children[0]
	}
	for _, child := range n.Children {
		b.WriteByte('\n')
		if err := writeTree(b, child); err != nil {
			return err
		}
	}
	b.WriteByte(')')
	return nil
}

var escapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func writeNode(b *bytes.Buffer, n *Node) error {
	b.WriteByte(';')
	for _, p := range n.Properties {
		if len(p.Values) == 0 || p.Name == "" || strings.Trim(p.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return fmt.Errorf("property %q with %d values: want capital letters, and at least one value", p.Name, len(p.Values))
		}
		b.WriteString(p.Name)
		for _, v := range p.Values {
			fmt.Fprintf(b, "[%s]", escapes.Replace(v))
		}
	}
	return nil
}

func (g *geometry) sgfName(p Point) string {
	if p == Pass {
		return ""
	}
	x, y := g.XY(p)
	return string([]byte{'a' + byte(x), 'a' + byte(g.size-1-y)})
}

// SGF returns the game as a tree for [WriteSGF]: the position before the moves in the log, and the moves.
func (b *Board) SGF() *Node {
	c := b.CloneMoves()
	for len(c.log) > 0 {
		c.Undo()
	}
	root := &Node{Properties: []Property{
		{"FF", []string{"4"}}, {"GM", []string{"1"}}, {"SZ", []string{strconv.Itoa(b.size)}},
		{"KM", []string{strconv.FormatFloat(b.rules.Komi, 'f', -1, 64)}},
	}}
	var stones [2][]string
	for _, p := range c.points {
		if color := c.cell[p].color; color != Empty {
			stones[color-1] = append(stones[color-1], c.sgfName(p))
		}
	}
	root.Set("AB", stones[0]...)
	root.Set("AW", stones[1]...)
	if c.toMove == White {
		root.Set("PL", "W")
	}
	at := root
	for i := range b.log {
		r := &b.log[i]
		n := &Node{Properties: []Property{{[...]string{"B", "W"}[r.color-1], []string{b.sgfName(r.point)}}}}
		if c.Check(r.color, r.point) != nil || r.point == c.ko {
			n.Set("KO", "")
		}
		c.PlayColor(r.color, r.point)
		at.Children = append(at.Children, n)
		at = n
	}
	return root
}

// A Move is a move of a record.
type Move struct {
	Color Color
	Point Point
}

// UpTo returns the first nodes of a line with at most this number of moves, and the set-up nodes before the next.
func UpTo(line []*Node, moves int) []*Node {
	for i, n := range line {
		for _, name := range [2]string{"B", "W"} {
			if _, ok := n.Value(name); ok {
				moves--
			}
		}
		switch {
		case moves >= 0:
		case i > 0:
			return line[:i]
		default: // the first node says what board it is
			first := &Node{slices.Clone(n.Properties), n.Children, n.Line}
			first.Set("B")
			first.Set("W")
			return []*Node{first}
		}
	}
	return line
}

// Replay plays a line of nodes from the first node of a game. It returns the board and the moves.
//
// It reads GM, SZ, KM (which replaces the komi of the rules), HA, PL, AB, AW, AE, B and W. An empty value counts as
// missing. Moves need not be legal, and a stone that is set up or played replaces the stone on its point. Errors begin
// with the line of the node. They report another game, an invalid size or point, or a string without liberties.
//
// Moves before a node that sets up stones, a move on a stone or the suicide of a single stone cannot be taken back.
func Replay(line []*Node, rules Rules) (*Board, []Move, error) {
	if len(line) == 0 {
		return nil, nil, errors.New("no nodes")
	}
	var r replay
	for _, n := range line {
		var err error
		switch size, again := n.Values("SZ"), line[0].Values("SZ"); {
		case r.Board == nil:
			r.Board, err = start(n, rules)
		case size != nil && !slices.Equal(size, again):
			err = fmt.Errorf("SZ: %.20q, but the game began with %.20q", size, again)
		}
		if err == nil {
			err = r.setUp(n)
		}
		if err == nil {
			err = r.play(n)
		}
		if err != nil && n.Line > 0 {
			err = fmt.Errorf("line %d: %w", n.Line, err)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return r.Board, r.moves, nil
}

// A replay is a board on which a record is played.
type replay struct {
	*Board // replaced when moves can no longer be taken back
	moves  []Move
}

// given returns the first value of a property without surrounding space, and whether it is not empty.
func (n *Node) given(name string) (string, bool) {
	text, _ := n.Value(name)
	text = strings.TrimSpace(text)
	return text, text != ""
}

// start makes the board of the first node of a game.
func start(n *Node, rules Rules) (*Board, error) {
	columns, rows, two := "19", "", false
	if text, ok := n.given("SZ"); ok {
		if columns, rows, two = strings.Cut(text, ":"); two && strings.TrimSpace(columns) != strings.TrimSpace(rows) {
			return nil, fmt.Errorf("SZ: %.20q: want a square board", text)
		}
	}
	size, err := number(columns)
	if err != nil {
		return nil, fmt.Errorf("SZ: %w", err)
	}
	if text, ok := n.given("GM"); ok && text != "1" {
		return nil, fmt.Errorf("GM: %.20q: want 1, Go", text)
	}
	if text, ok := n.given("KM"); ok {
		komi, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		if err != nil {
			return nil, fmt.Errorf("KM: %.20q is no number", text)
		}
		if math.Trunc(2*komi) != 2*komi && math.Trunc(4*komi) == 4*komi {
			komi *= 2 // Chinese records give half the komi: 3.75 for 7.5
		}
		rules.Komi = komi
	}
	b, err := New(size, rules)
	if err != nil {
		return nil, err
	}
	if text, ok := n.given("HA"); ok {
		handicap, err := number(text)
		if err != nil {
			return nil, fmt.Errorf("HA: %w", err)
		}
		if handicap >= 2 {
			b.SetToMove(White)
		}
	}
	return b, nil
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0, fmt.Errorf("%.20q is no number", text)
	}
	return n, nil
}

// setUp applies the set-up properties of a node.
func (r *replay) setUp(n *Node) error {
	var stones map[Point]Color // nil if nothing is set up
	for _, property := range n.Properties {
		color, ok := setUps[property.Name]
		if !ok {
			continue
		}
		points, err := r.sgfPoints(property)
		if err != nil {
			return fmt.Errorf("%s: %w", property.Name, err)
		}
		if stones == nil {
			stones = r.stones()
		}
		for _, p := range points {
			stones[p] = color
		}
	}
	if stones != nil {
		if err := r.become(stones); err != nil {
			return err
		}
	}
	if text, ok := n.given("PL"); ok {
		switch strings.ToUpper(text) {
		case "B", "BLACK", "1":
			r.SetToMove(Black)
		case "W", "WHITE", "2":
			r.SetToMove(White)
		default:
			return fmt.Errorf("PL: %.20q: want B or W", text)
		}
	}
	return nil
}

// setUps are the properties that set up stones, with the colour that points get.
var setUps = map[string]Color{"AB": Black, "AW": White, "AE": Empty}

// stones returns the stones of the board.
func (b *Board) stones() map[Point]Color {
	stones := make(map[Point]Color)
	for _, p := range b.points {
		if c := b.cell[p].color; c != Empty {
			stones[p] = c
		}
	}
	return stones
}

// become replaces the board by one with other stones and an empty log.
func (r *replay) become(stones map[Point]Color) error {
	other, err := New(r.size, r.rules)
	for _, p := range r.points {
		if err == nil && stones[p] != Empty {
			err = other.Place(stones[p], p)
		}
	}
	if err != nil {
		return err
	}
	other.taken = r.taken
	other.SetToMove(r.toMove)
	r.Board = other
	return nil
}

// play plays the moves of a node, usually one.
func (r *replay) play(n *Node) error {
	for i, name := range [2]string{"B", "W"} {
		values, c := n.Values(name), Color(i+1)
		if len(values) == 0 {
			continue
		}
		if len(values) > 1 {
			return fmt.Errorf("%s: %d moves in a node, want one", name, len(values))
		}
		p, err := r.ParseSGF(values[0])
		if text := strings.TrimSpace(values[0]); text == "" || text == "tt" {
			p, err = Pass, nil
		}
		if err == nil {
			err = r.execute(c, p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		r.moves = append(r.moves, Move{c, p})
	}
	return nil
}

// execute plays a move of a record, which may be illegal.
func (r *replay) execute(c Color, p Point) error {
	if r.Head(p) != NoPoint {
		stones := r.stones()
		delete(stones, p)
		if err := r.become(stones); err != nil {
			return err
		}
	}
	r.SetToMove(c)
	around := r.Neighbors(p)
	if err := r.Check(c, p); errors.Is(err, ErrSuicide) && !slices.ContainsFunc(around[:], func(q Point) bool { return r.At(q) == c }) {
		if err := r.become(r.stones()); err != nil {
			return err
		}
		r.taken[c]++ // the stone leaves the board at once
		r.SetToMove(c.Opponent())
		return nil
	}
	r.PlayColor(c, p)
	return nil
}

// ParseSGF returns the point of a name in SGF: two small letters, for the column from the left and the row from the
// top. White space is ignored.
func (g *geometry) ParseSGF(text string) (Point, error) {
	if name := strings.Join(strings.Fields(text), ""); len(name) == 2 {
		x, y := int(name[0])-'a', int(name[1])-'a'
		if g.on(x, y) {
			return g.point(x, g.size-1-y), nil
		}
	}
	return NoPoint, fmt.Errorf("%.20q is no point of a board of size %d", text, g.size)
}

// sgfPoints parses the points of a property, with rectangles such as aa:bc, by any two opposite corners. Points can
// occur twice; empty values are skipped.
func (g *geometry) sgfPoints(property Property) ([]Point, error) {
	var points []Point
	for _, text := range property.Values {
		if strings.TrimSpace(text) == "" {
			continue
		}
		from, to, two := strings.Cut(text, ":")
		if !two {
			to = from
		}
		p, err := g.ParseSGF(from)
		if err != nil {
			return nil, err
		}
		q, err := g.ParseSGF(to)
		if err != nil {
			return nil, err
		}
		left, right := min(p%g.stride, q%g.stride), max(p%g.stride, q%g.stride)
		for row := max(p, q) / g.stride; row >= min(p, q)/g.stride; row-- {
			for column := left; column <= right; column++ {
				points = append(points, row*g.stride+column)
			}
		}
	}
	return points, nil
}
