package graph

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the graph to w as a JSON object, with one line for each node and each arc:
//
//	{"nodes":[
//	{"label":"","classes":["start"]},
//	{"label":"e4\n120\n+0.25","numbers":{"value":0.25,"visits":120}}
//	],"arcs":[
//	{"from":0,"to":1}
//	]}
//
// The keys are the names of the fields of [Node] and [Arc] in lower case. A key is left out if its field is empty. Only
// the key label of a node and the keys from and to of an arc are always present. [encoding/json.Unmarshal] can read the
// object into a Graph. WriteJSON returns any error of w, and an error that names the node if a number cannot be written
// in JSON, such as NaN.
func (g *Graph) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, `{"nodes":[`)
	if err := writeLines(out, g.Nodes, "node"); err != nil {
		return err
	}
	fmt.Fprint(out, `],"arcs":[`)
	if err := writeLines(out, g.Arcs, "arc"); err != nil {
		return err
	}
	fmt.Fprintln(out, "]}")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	return nil
}

func writeLines[T Node | Arc](out *bufio.Writer, all []T, what string) error {
	for i := range all {
		data, err := json.Marshal(&all[i])
		if err != nil {
			return fmt.Errorf("graph: %s %d: %w", what, i, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(data) // out keeps its error
	}
	if len(all) > 0 {
		out.WriteByte('\n')
	}
	return nil
}
