package goban

import (
	"bytes"
	"fmt"
	"io"
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
