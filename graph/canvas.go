package graph

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ply-search/ply/graph/internal/layered"
)

type point = layered.Point

func at(x, y float64) point { return point{X: x, Y: y} }

// draw draws the layout: groups first, then arcs, and nodes above both.
func (p *picture) draw(out *bufio.Writer) {
	width, height := p.layout.Width+2*pad, p.layout.Height+2*pad
	fmt.Fprintf(out, `<?xml version="1.0"?>
<svg width="%.2fpt" height="%.2fpt" viewBox="%d %d %.2f %.2f" xmlns="http://www.w3.org/2000/svg">
`, width, height, -pad, -pad, width, height)
	if p.background != "none" {
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%.2f" height="%.2f" style="fill:%s"/>`+"\n", -pad, -pad, width, height, p.background)
	}
	for i := range p.groups {
		box, look := &p.layout.Groups[i], &p.groups[i]
		look.draw(out, at((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2), box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
		look.text.draw(out, at((box.Min.X+box.Max.X)/2, box.Min.Y+box.LabelHeight/2+groupMargin/2))
	}
	for i := range p.arcs {
		p.drawArc(out, i)
	}
	for i := range p.nodes {
		n, look := &p.layout.Nodes[i], &p.nodes[i]
		look.draw(out, n.Center, n.Width, n.Height)
		if !look.invisible {
			look.text.draw(out, n.Center)
		}
	}
	fmt.Fprintln(out, "</svg>")
}

func (s *stroke) String() string {
	style := fmt.Sprintf("stroke:%s;stroke-width:%.4g", s.color, s.width)
	if s.dashes != "" {
		style += ";stroke-dasharray:" + s.dashes
	}
	return style
}

func (n *nodeLook) draw(out *bufio.Writer, center point, width, height float64) {
	style := "fill:" + n.fill + ";" + n.stroke.String()
	switch {
	case n.invisible:
	case n.shape != "box":
		fmt.Fprintf(out, `<ellipse cx="%.2f" cy="%.2f" rx="%.2f" ry="%.2f" style="%s"/>`+"\n", center.X, center.Y, width/2, height/2, style)
	default:
		corner := 0.0
		if n.rounded {
			corner = min(12, width/4, height/4)
		}
		fmt.Fprintf(out, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" rx="%.2f" ry="%.2f" style="%s"/>`+"\n",
			center.X-width/2, center.Y-height/2, width, height, corner, corner, style)
	}
}

// draw draws a text around a point: one line centred, several from the left.
func (t *text) draw(out *bufio.Writer, center point) {
	if len(t.lines) == 0 {
		return
	}
	width, height := t.extent()
	x, anchor := center.X, "middle"
	if len(t.lines) > 1 {
		x, anchor = center.X-width/2, "start"
	}
	style := fmt.Sprintf("font-family:%s;font-size:%.4gpx;fill:%s;text-anchor:%s;white-space:pre", t.font, t.size, t.color, anchor)
	for i, l := range t.lines {
		y := center.Y - height/2 + line*t.size*(float64(i)+0.5) + baseline*t.size
		fmt.Fprintf(out, `<text x="%.2f" y="%.2f" style="%s" xml:space="preserve">`, x, y, style)
		xml.EscapeText(out, []byte(l)) // out keeps its error
		fmt.Fprintln(out, "</text>")
	}
}

func (p *picture) drawArc(out *bufio.Writer, i int) {
	a, look := &p.layout.Arcs[i], &p.arcs[i]
	if look.invisible {
		return
	}
	way := slices.Clone(a.Way)
	end := len(way) - 1
	way[0], way[1] = p.leave(a.From, 0, a.Way[1], a.Way[2])
	tip, before := p.leave(a.To, look.head, a.Way[end-1], a.Way[end-2])
	way[end], way[end-1] = towards(tip, before, look.head), before
	fmt.Fprintf(out, `<path d="%s" style="fill:none;%v"/>`+"\n", curve(way), &look.stroke)
	if look.head > 0 {
		foot := way[end]
		acrossX, acrossY := 0.35*(tip.Y-foot.Y), -0.35*(tip.X-foot.X)
		fmt.Fprintf(out, `<polygon points="%.2f,%.2f %.2f,%.2f %.2f,%.2f" style="fill:%s"/>`+"\n",
			tip.X, tip.Y, foot.X+acrossX, foot.Y+acrossY, foot.X-acrossX, foot.Y-acrossY, look.color)
	}
	look.text.draw(out, a.Label)
}

// leave returns the point where a curve from the center of a node leaves the node, and its first control point: the first
// that is outside the node by more than room.
func (p *picture) leave(node int, room float64, controls ...point) (edge, control point) {
	n, look := &p.layout.Nodes[node], &p.nodes[node]
	halfX, halfY := (n.Width+look.width)/2, (n.Height+look.width)/2
	for _, control := range controls {
		x, y := control.X-n.Center.X, control.Y-n.Center.Y
		var outside float64 // distance from the center, divided by the distance of the edge
		if look.shape == "box" {
			outside = max(math.Abs(x)/halfX, math.Abs(y)/halfY)
		} else {
			outside = math.Hypot(x/halfX, y/halfY)
		}
		edge := at(n.Center.X+x/outside, n.Center.Y+y/outside)
		if outside > 1 && math.Hypot(control.X-edge.X, control.Y-edge.Y) > room {
			return edge, control
		}
	}
	return n.Center, controls[0] // hidden by a node that is larger than the space between layers
}

// towards returns the point at a distance from p in the direction of other, or other if it is closer.
func towards(p, other point, distance float64) point {
	x, y := other.X-p.X, other.Y-p.Y
	if length := math.Hypot(x, y); length > distance {
		return at(p.X+x*distance/length, p.Y+y*distance/length)
	}
	return other
}

func curve(way []point) string {
	var path strings.Builder
	fmt.Fprintf(&path, "M%.2f,%.2f", way[0].X, way[0].Y)
	for i := 1; i < len(way); i += 3 {
		p, q, r := way[i], way[i+1], way[i+2]
		fmt.Fprintf(&path, " C%.2f,%.2f %.2f,%.2f %.2f,%.2f", p.X, p.Y, q.X, q.Y, r.X, r.Y)
	}
	return path.String()
}
