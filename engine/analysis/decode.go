package analysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// An order is a decoded line: a request or, if action is set, an action.
type order struct {
	Request
	action, terminateID string
	several             bool // whether turns were given
}

const (
	mostLines    = 256
	mostID       = 256     // bytes
	mostPriority = 1 << 30 // or -mostPriority
	usualTime    = 1.0     // seconds, without nodes and time

	leastEvery, mostEvery = 0.01, 86400.0 // seconds
)

// A member is an undecoded field of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// decode reads a line. anonymous tells whether the id is optional.
func decode(line []byte, opt *Options, anonymous bool) (order, *Refusal) {
	var o order
	members, err := readObject(line)
	if err != nil {
		return o, &Refusal{Text: clip(err.Error())}
	}
	refuse := func(field string, err error) (order, *Refusal) {
		return o, &Refusal{ID: o.ID, Field: clip(field), Text: clip(err.Error())}
	}
	fields := o.fields(opt)
	// The id is read first, because refusals of other fields contain it.
	slices.SortStableFunc(members, func(a, b member) int { return rank(a.name) - rank(b.name) })
	for i, m := range members {
		switch read := fields[m.name]; {
		case i > 0 && slices.ContainsFunc(members[:i], func(before member) bool { return before.name == m.name }):
			return refuse(m.name, errors.New("is given twice"))
		case read == nil:
			return refuse(m.name, errors.New("is no field of a request"))
		case string(m.value) == "null":
		default:
			if err := read(m.value); err != nil {
				return refuse(m.name, err)
			}
		}
	}
	if o.ID == "" && !anonymous {
		return refuse("id", errors.New("is missing"))
	}
	if o.action != "" {
		for _, m := range members {
			if !slices.Contains([]string{"id", "action", "terminateId", "turns"}, m.name) {
				return refuse(m.name, fmt.Errorf("does not belong to the action %s", o.action))
			}
		}
		if o.terminateID == "" {
			return refuse("terminateId", errors.New("is missing"))
		}
		return o, nil
	}
	if o.terminateID != "" {
		return refuse("terminateId", errors.New("belongs to the action terminate"))
	}
	if field, err := o.complete(opt); err != nil {
		return refuse(field, err)
	}
	return o, nil
}

// rank is 0 for the field to be read first.
func rank(name string) int {
	if name == "id" {
		return 0
	}
	return 1
}

// fields returns the decoders of the fields.
func (o *order) fields(opt *Options) map[string]func(json.RawMessage) error {
	texts := func(to *[]string) func(json.RawMessage) error {
		return func(v json.RawMessage) (err error) { *to, err = list(v, text); return err }
	}
	number := func(to *int, least, most int) func(json.RawMessage) error {
		return func(v json.RawMessage) (err error) { *to, err = whole(v, least, most); return err }
	}
	return map[string]func(json.RawMessage) error{
		"id": func(v json.RawMessage) error {
			id, err := text(v)
			if err == nil && len(id) > mostID {
				err = fmt.Errorf("has %d bytes, want at most %d", len(id), mostID)
			}
			if err == nil {
				o.ID = id
			}
			return err
		},
		"position": func(v json.RawMessage) (err error) { o.Position, err = text(v); return err },
		"moves":    texts(&o.Moves),
		"allow":    texts(&o.Allow),
		"avoid":    texts(&o.Avoid),
		"turns": func(v json.RawMessage) (err error) {
			o.Turns, err = list(v, func(v json.RawMessage) (int, error) { return whole(v, 0, math.MaxInt32) })
			if err == nil && len(o.Turns) == 0 {
				err = errors.New("is empty, want numbers of moves")
			}
			return err
		},
		"nodes":    number(&o.Nodes, 1, opt.MaxNodes),
		"lines":    number(&o.Lines, 1, mostLines),
		"priority": number(&o.Priority, -mostPriority, mostPriority),
		"time":     func(v json.RawMessage) (err error) { o.Time, err = seconds(v, 0, opt.MaxTime.Seconds()); return err },
		"every":    func(v json.RawMessage) (err error) { o.Every, err = seconds(v, leastEvery, mostEvery); return err },
		"action": func(v json.RawMessage) error {
			action, err := text(v)
			if err == nil && action != "terminate" {
				err = fmt.Errorf("is %.40q, want terminate", action)
			}
			o.action = action
			return err
		},
		"terminateId": func(v json.RawMessage) (err error) { o.terminateID, err = text(v); return err },
	}
}

// complete sets defaults and checks conditions on several fields. It returns the name of a wrong field.
func (o *order) complete(opt *Options) (string, error) {
	if o.Allow != nil && len(o.Allow) == 0 {
		return "allow", errors.New("is empty, want moves")
	}
	if n := len(o.Moves); n > opt.MaxMoves {
		return "moves", fmt.Errorf("has %d moves, want at most %d", n, opt.MaxMoves)
	}
	if o.several = o.Turns != nil; !o.several {
		o.Turns = []int{len(o.Moves)}
	}
	if n := len(o.Turns); n > opt.MaxPending {
		return "turns", fmt.Errorf("has %d positions, want at most %d", n, opt.MaxPending)
	}
	known := make(map[int]bool, len(o.Turns))
	for i, turn := range o.Turns {
		switch {
		case turn > len(o.Moves):
			return "turns", fmt.Errorf("[%d] is %d, want at most %d, the number of moves", i, turn, len(o.Moves))
		case known[turn]:
			return "turns", fmt.Errorf("[%d] is %d, for the second time", i, turn)
		}
		known[turn] = true
	}
	if o.Time == 0 {
		o.Time = opt.MaxTime.Seconds()
		if o.Nodes == 0 {
			o.Time = min(o.Time, usualTime)
		}
	}
	if o.Nodes == 0 && opt.MaxNodes < math.MaxInt {
		o.Nodes = opt.MaxNodes
	}
	o.Lines = max(o.Lines, 1)
	return "", nil
}

func readObject(line []byte) ([]member, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("the line is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil {
		return nil, unreadable(err)
	} else if t != json.Delim('{') {
		return nil, errors.New("the line is no JSON object")
	}
	var members []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, unreadable(err)
		}
		m := member{name: name.(string)} // keys are strings, as the decoder has checked
		if err := d.Decode(&m.value); err != nil {
			return nil, unreadable(err)
		}
		members = append(members, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, unreadable(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON object")
	}
	return members, nil
}

func unreadable(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON object has no end")
	}
	return fmt.Errorf("the line is not JSON: %w", err)
}

func text(v json.RawMessage) (s string, err error) {
	if v[0] != '"' {
		return "", fmt.Errorf("is %s, want a text", clipTo(string(v), 40))
	}
	err = json.Unmarshal(v, &s)
	return s, err
}

// list reads a list. The result is not nil.
func list[T any](v json.RawMessage, read func(json.RawMessage) (T, error)) ([]T, error) {
	var values []json.RawMessage
	if v[0] != '[' {
		return nil, fmt.Errorf("is %s, want a list", clipTo(string(v), 40))
	}
	if err := json.Unmarshal(v, &values); err != nil {
		return nil, err
	}
	all := make([]T, len(values))
	for i, v := range values {
		var err error
		if all[i], err = read(v); err != nil {
			return nil, fmt.Errorf("[%d] %w", i, err)
		}
	}
	return all, nil
}

// whole reads a whole number; a decimal point or an exponent is allowed.
func whole(v json.RawMessage, least, most int) (int, error) {
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(string(v), 64)
		n = int64(max(-1<<62, min(f, 1<<62)))
		if err != nil || float64(n) != f {
			return 0, fmt.Errorf("is %s, want a whole number from %d to %d", clipTo(string(v), 40), least, most)
		}
	}
	if n < int64(least) || n > int64(most) {
		return 0, fmt.Errorf("is %s, want a whole number from %d to %d", clipTo(string(v), 40), least, most)
	}
	return int(n), nil
}

// seconds reads a positive number.
func seconds(v json.RawMessage, least, most float64) (float64, error) {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || !(f > 0 && f >= least && f <= most) {
		want := fmt.Sprintf("from %v", least)
		if least == 0 {
			want = "above 0 and up"
		}
		return 0, fmt.Errorf("is %s, want seconds, %s to %v", clipTo(string(v), 40), want, most)
	}
	return f, nil
}

func duration(seconds float64) time.Duration {
	return max(time.Duration(seconds*float64(time.Second)), 1)
}

// clip truncates a text of a client or a game.
func clip(s string) string { return clipTo(s, 500) }

func clipTo(s string, most int) string {
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
