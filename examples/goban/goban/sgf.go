package goban

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Node is a node of a game in the Smart Game Format, version 4 (Hollosi 1997): properties, such as a move or a comment,
// and the nodes that can follow, of which the first continues the main line and the others are variations.
type Node struct {
	Properties []Property
	Children   []*Node

	// Line is the line of the file that the node begins in, 0 if it comes from no file.
	Line int
}

// A Property is what a node says: a name in capital letters, such as B for a move of Black, and one or more values.
type Property struct {
	Name   string
	Values []string // without the escapes of the file
}

// The limits of [ReadSGF].
const (
	MaxSGFBytes      = 4 << 20
	MaxSGFNesting    = 1000 // variations within variations
	MaxSGFProperties = 200  // of a node
)

// Values returns the values of a property, nil if the node does not have it.
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

// Set gives a property values, or removes it if there are none.
func (n *Node) Set(name string, values ...string) {
	n.Properties = slices.DeleteFunc(n.Properties, func(p Property) bool { return p.Name == name })
	if len(values) > 0 {
		n.Properties = append(n.Properties, Property{name, values})
	}
}

// MainLine returns the node and those that follow it without variations.
func (n *Node) MainLine() []*Node {
	line := []*Node{n}
	for len(n.Children) > 0 {
		n = n.Children[0]
		line = append(line, n)
	}
	return line
}

// Variation returns the node and those that follow it. Where several can follow, the next of choices says which, from 1
// on; after the last choice the line goes on without variations. A choice that there is not is an error.
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

// ReadSGF reads the games of a file, at least one, and returns their first nodes. Properties may have any names and
// values; [Replay] says what is wrong with those that it needs. Errors begin with the line.
func ReadSGF(r io.Reader) ([]*Node, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSGFBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxSGFBytes:
		return nil, fmt.Errorf("longer than %d bytes", MaxSGFBytes)
	}
	p := parser{text: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), line: 1}
	games, err := p.games()
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", p.line, err)
	}
	return games, nil
}

// A parser reads SGF from the front of a text.
type parser struct {
	text []byte
	line int
}

// next returns the next character that is no white space, without reading it, or 0 at the end.
func (p *parser) next() byte {
	for len(p.text) > 0 {
		switch c := p.text[0]; c {
		case '\n':
			p.line++
		case ' ', '\t', '\r', '\v', '\f':
		case 0:
			return 1 // any that is wrong everywhere
		default:
			return c
		}
		p.text = p.text[1:]
	}
	return 0
}

func (p *parser) games() ([]*Node, error) {
	var games []*Node
	// at is the node that the next one follows, and open those that the variations that are not closed follow.
	var at *Node
	var open []*Node
	begun := false // a variation that has no node yet
	for {
		c := p.next()
		switch {
		case c == 0 && len(open) > 0:
			return nil, errors.New("the file ends before the game does: want )")
		case c == 0 && len(games) == 0:
			return nil, errors.New("no game: want (;")
		case c == 0:
			return games, nil
		case c == '(' && !begun:
			if len(open) == MaxSGFNesting {
				return nil, fmt.Errorf("more than %d variations within one another", MaxSGFNesting)
			}
			open = append(open, at)
			begun = true
			p.text = p.text[1:]
		case c == ';' && begun || c == ';' && len(open) > 0 && len(at.Children) == 0:
			p.text = p.text[1:]
			n, err := p.node()
			if err != nil {
				return nil, err
			}
			if at == nil {
				games = append(games, n)
			} else {
				at.Children = append(at.Children, n)
			}
			at, begun = n, false
		case c == ')' && len(open) > 0 && !begun:
			at = open[len(open)-1]
			open = open[:len(open)-1]
			p.text = p.text[1:]
		case begun:
			return nil, fmt.Errorf("%s: want ; and a node after (", p.here())
		case len(open) == 0:
			return nil, fmt.Errorf("%s: want (; and a game", p.here())
		case c == ';':
			return nil, errors.New("a node after variations: want ( or )")
		default:
			return nil, fmt.Errorf("%s: want ; or ( or )", p.here())
		}
	}
}

// here quotes what comes next.
func (p *parser) here() string { return fmt.Sprintf("%.10q", p.text[:min(len(p.text), 10)]) }

func (p *parser) node() (*Node, error) {
	n := &Node{Line: p.line}
	for {
		c := p.next()
		if !letter(c) {
			return n, nil
		}
		end := slices.IndexFunc(p.text, func(b byte) bool { return !letter(b) })
		if end < 0 {
			end = len(p.text)
		}
		// Small letters are from before version 4: Black[dd] for B[dd].
		name := strings.Map(func(r rune) rune {
			if r >= 'a' {
				return -1
			}
			return r
		}, string(p.text[:end]))
		switch {
		case name == "" || len(name) > 64:
			return nil, fmt.Errorf("%s is not the name of a property: want capital letters", p.here())
		case len(n.Properties) == MaxSGFProperties:
			return nil, fmt.Errorf("more than %d properties in a node", MaxSGFProperties)
		case n.Values(name) != nil:
			return nil, fmt.Errorf("the node has %s twice", name)
		}
		p.text = p.text[end:]
		if p.next() != '[' {
			return nil, fmt.Errorf("no value of %s: want [", name)
		}
		var values []string
		for p.next() == '[' {
			value, err := p.value()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			values = append(values, value)
		}
		n.Properties = append(n.Properties, Property{name, values})
	}
}

func letter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// value reads a value in brackets. Ends of lines become \n, and those after a backslash vanish.
func (p *parser) value() (string, error) {
	var value []byte
	start := p.line
	for i := 1; i < len(p.text); i++ {
		c := p.text[i]
		escaped := c == '\\'
		if escaped {
			if i++; i == len(p.text) {
				break
			}
			c = p.text[i]
		}
		switch {
		case c == '\n' || c == '\r':
			if i+1 < len(p.text) && p.text[i+1] == c^'\n'^'\r' {
				i++
			}
			p.line++
			if !escaped {
				value = append(value, '\n')
			}
		case c == ']' && !escaped:
			p.text = p.text[i+1:]
			return string(value), nil
		default:
			value = append(value, c)
		}
	}
	p.line = start
	return "", errors.New("a value without an end: want ]")
}

// WriteSGF writes games. What [ReadSGF] makes of the text is the same again, but for ends of lines other than \n. A property
// without values or without a name of capital letters is an error.
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

// A Move is a move of a game that was read.
type Move struct {
	Color Color
	Point Point
}

// Replay plays the moves of a line of nodes, which begins with the first node of a game, and returns the board and the moves.
//
// It heeds GM, SZ, KM, which replaces the komi of the rules, HA, PL, the stones that are set up by AB, AW and AE, the
// moves B and W, and KO, with which a move may break the rules. Errors begin with the line of the node: another game, a
// size or a point that cannot be, a stone on a stone, a string without liberties, a move that the rules forbid.
//
// Moves before a node that sets up stones cannot be taken back.
func Replay(line []*Node, rules Rules) (*Board, []Move, error) {
	if len(line) == 0 {
		return nil, nil, errors.New("no nodes")
	}
	b, err := start(line[0], rules)
	var moves []Move
	for i, n := range line {
		if err == nil && i > 0 && n.Values("SZ") != nil && !slices.Equal(n.Values("SZ"), line[0].Values("SZ")) {
			err = fmt.Errorf("SZ: %.20q, but the game began with %.20q", n.Values("SZ"), line[0].Values("SZ"))
		}
		if err == nil {
			b, err = setUp(b, n)
		}
		var played []Move
		if err == nil {
			played, err = playNode(b, n)
			moves = append(moves, played...)
		}
		if err != nil {
			if n.Line > 0 {
				err = fmt.Errorf("line %d: %w", n.Line, err)
			}
			return nil, nil, err
		}
	}
	return b, moves, nil
}

// start makes the board that the first node of a game asks for.
func start(n *Node, rules Rules) (*Board, error) {
	size := 19
	if text, ok := n.Value("SZ"); ok {
		columns, rows, two := strings.Cut(text, ":")
		var err error
		if size, err = number(columns); err != nil {
			return nil, fmt.Errorf("SZ: %w", err)
		}
		if two && columns != rows {
			return nil, fmt.Errorf("SZ: %.20q: want a square board", text)
		}
	}
	if text, ok := n.Value("GM"); ok {
		if game, err := number(text); err != nil || game != 1 {
			return nil, fmt.Errorf("GM: %.20q: want 1, Go", text)
		}
	}
	if text, ok := n.Value("KM"); ok {
		komi, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return nil, fmt.Errorf("KM: %.20q is no number", text)
		}
		rules.Komi = komi
	}
	b, err := New(size, rules)
	if err != nil {
		return nil, err
	}
	if text, ok := n.Value("HA"); ok {
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

// setUp does what the set-up properties of a node say. It returns another board if it must.
func setUp(b *Board, n *Node) (*Board, error) {
	taken, err := b.sgfPoints(n, "AE")
	if err != nil {
		return nil, err
	}
	var placed [2][]Point
	for i, name := range [2]string{"AB", "AW"} {
		if placed[i], err = b.sgfPoints(n, name); err != nil {
			return nil, err
		}
	}
	if len(taken)+len(placed[0])+len(placed[1]) > 0 {
		stones := make(map[Point]Color)
		for _, p := range b.points {
			if c := b.cell[p].color; c != Empty && !slices.Contains(taken, p) {
				stones[p] = c
			}
		}
		old := b
		if b, err = New(old.size, old.rules); err != nil {
			return nil, err
		}
		b.taken = old.taken
		for i, name := range [2]string{"AB", "AW"} {
			for _, p := range placed[i] {
				if stones[p] != Empty {
					return nil, fmt.Errorf("%s: %s: %w", name, b.name(p), ErrOccupied)
				}
				stones[p] = Color(i + 1)
			}
		}
		for _, p := range b.points {
			if stones[p] != Empty {
				if err := b.Place(stones[p], p); err != nil {
					return nil, err
				}
			}
		}
		b.SetToMove(old.toMove)
	}
	if text, ok := n.Value("PL"); ok {
		switch strings.ToUpper(strings.TrimSpace(text)) {
		case "B", "BLACK", "1":
			b.SetToMove(Black)
		case "W", "WHITE", "2":
			b.SetToMove(White)
		default:
			return nil, fmt.Errorf("PL: %.20q: want B or W", text)
		}
	}
	return b, nil
}

// playNode plays the moves of a node: one if all is well, or both.
func playNode(b *Board, n *Node) (moves []Move, err error) {
	for i, name := range [2]string{"B", "W"} {
		text, ok := n.Value(name)
		if !ok {
			continue
		}
		p, err := b.sgfPoint(text)
		if text == "" || text == "tt" {
			p, err = Pass, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		c := Color(i + 1)
		b.SetToMove(c)
		if err := b.Check(c, p); err != nil && (n.Values("KO") == nil || errors.Is(err, ErrOccupied)) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.PlayColor(c, p)
		moves = append(moves, Move{c, p})
	}
	return moves, nil
}

// ParseSGF returns the point of its name in SGF: two small letters, for the column from the left and the row from the top.
func (b *Board) ParseSGF(name string) (Point, error) { return b.sgfPoint(name) }

// sgfPoint parses a point: two letters, for the column from the left and the row from the top.
func (g *geometry) sgfPoint(text string) (Point, error) {
	if len(text) == 2 {
		x, y := int(text[0])-'a', int(text[1])-'a'
		if g.on(x, y) {
			return g.point(x, g.size-1-y), nil
		}
	}
	return NoPoint, fmt.Errorf("%.20q is no point of a board of size %d", text, g.size)
}

// sgfPoints parses the points of a property, which may have rectangles, such as aa:bc. A point may not come twice.
func (g *geometry) sgfPoints(n *Node, name string) ([]Point, error) {
	var points []Point
	var seen [MaxSize * (MaxSize + 4)]bool
	for _, text := range n.Values(name) {
		from, to, two := strings.Cut(text, ":")
		if !two {
			to = from
		}
		p, err := g.sgfPoint(from)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		q, err := g.sgfPoint(to)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if from > to || from[1] > to[1] {
			return nil, fmt.Errorf("%s: %.20q: want the upper left corner first", name, text)
		}
		width := (q - p) % g.stride
		if width < 0 {
			width += g.stride
		}
		for row := p; row >= q-width; row -= g.stride {
			for s := row; s <= row+width; s++ {
				if seen[s] {
					return nil, fmt.Errorf("%s: %s twice", name, g.name(s))
				}
				seen[s] = true
				points = append(points, s)
			}
		}
	}
	return points, nil
}

// sgfName returns a point in SGF.
func (g *geometry) sgfName(p Point) string {
	if p == Pass {
		return ""
	}
	x, y := int(p)%int(g.stride)-1, int(p)/int(g.stride)-1
	return string([]byte{'a' + byte(x), 'a' + byte(g.size-1-y)})
}

// SGF returns the game that led to the board, to be written with [WriteSGF]: the position before the moves that can be
// taken back, and those moves.
func (b *Board) SGF() *Node {
	c := b.Clone()
	c.log, c.saved = slices.Clone(b.log), slices.Clone(b.saved)
	*c.chain = *b.chain
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
