package analysis

import (
	"encoding/json"
	"fmt"
)

// A Request asks for the analysis of positions of a game. The package documentation defines the fields, their ranges
// and their defaults. A field that is zero or nil is not sent.
type Request struct {
	ID       string   `json:"id,omitempty"`
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"`
	Turns    []int    `json:"turns,omitempty"`
	Nodes    int      `json:"nodes,omitempty"`
	Time     float64  `json:"time,omitempty"` // seconds
	Lines    int      `json:"lines,omitempty"`
	Allow    []string `json:"allow,omitempty"`
	Avoid    []string `json:"avoid,omitempty"`
	Every    float64  `json:"every,omitempty"` // seconds
	Priority int      `json:"priority,omitempty"`
}

// An Answer is the partial or final result of the search of one position. The package documentation defines the fields.
type Answer struct {
	ID     string `json:"id"`
	Turn   int    `json:"turn"`
	Final  bool   `json:"final"`
	Status string `json:"status"` // a [ply.Status] as text
	Nodes  int    `json:"nodes"`
	Lines  []Line `json:"lines"`
	Error  string `json:"error,omitempty"` // the reason, if the search has failed
}

// A Line is a move with its value and the expected continuation ([engine.Line]). The package documentation defines the
// fields.
type Line struct {
	Move     string   `json:"move"`
	Line     []string `json:"line"`
	Value    float64  `json:"value"`
	Bound    string   `json:"bound"` // a [ply.Bound] as text
	Distance int      `json:"distance"`
	Visits   int      `json:"visits"`
	Depth    int      `json:"depth"`
}

// A Refusal is the error of a rejected request. ID is empty if the request has no id or cannot be read. Field is the
// name of the wrong field, or empty if the error concerns no single field. Text is the reason. In JSON, an empty ID or
// Field is null.
type Refusal struct {
	ID, Field string
	Text      string
}

// Error returns the id, the field and the reason.
func (r *Refusal) Error() string {
	if r.Field == "" {
		return fmt.Sprintf("analysis: request %.40q refused: %s", r.ID, r.Text)
	}
	return fmt.Sprintf("analysis: request %.40q refused: %.40s: %s", r.ID, r.Field, r.Text)
}

// MarshalJSON returns an object with the fields id, field and error.
func (r *Refusal) MarshalJSON() ([]byte, error) {
	orNull := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	return json.Marshal(struct {
		ID    *string `json:"id"`
		Field *string `json:"field"`
		Error string  `json:"error"`
	}{orNull(r.ID), orNull(r.Field), r.Text})
}

type terminated struct {
	ID          string `json:"id"`
	Action      string `json:"action"`
	TerminateID string `json:"terminateId"`
	Turns       []int  `json:"turns,omitempty"`
}
