package gametest

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/sequential"
)

// A capability is an interface that searches look for in a game.
type capability struct {
	name  string
	of    any // a nil pointer to the interface
	kind  reflect.Type
	laws  []string // the names of those that check it
	needs string   // the capability without which no search uses it, or two of which it needs one
}

// capabilities returns all capabilities of all packages. cloner and copier are [ply.Cloner] and [fast.Copier] of the type
// of the game.
func capabilities(cloner, copier reflect.Type) []capability {
	all := []capability{
		{name: "ply.Game", of: (*ply.Game[move])(nil), laws: []string{
			"replay", "order of moves", "same start", "unique moves", "moves appended", "undo", "deterministic", "same line", "same answers"}},
		{name: "ply.Puzzle", of: (*ply.Puzzle)(nil), laws: []string{"solved ends"}},
		{name: "ply.Scorer", of: (*ply.Scorer)(nil), laws: []string{"score"}},
		{name: "ply.Estimator", of: (*ply.Estimator)(nil), laws: []string{"estimate", "admissible"}, needs: "ply.Puzzle"},
		{name: "ply.Coster", of: (*ply.Coster[move])(nil), laws: []string{"cost", "fixed cost"}},
		{name: "ply.Acyclic", of: (*ply.Acyclic)(nil), laws: []string{"acyclic"}},
		{name: "ply.Cloner", kind: cloner, laws: []string{"clone", "clone apart"}},
		{name: "fast.Copier", kind: copier, laws: []string{"copy", "copy apart"}, needs: "ply.Cloner"},
		{name: "fast.Advancer", of: (*fast.Advancer[move])(nil), laws: []string{"advance"}},

		{name: "ply.Hasher", of: (*ply.Hasher)(nil), laws: []string{
			"equal positions, equal hashes", "different positions, different hashes"}},
		{name: "encoding.BinaryAppender", of: (*encoding.BinaryAppender)(nil), laws: []string{
			"identity", "equal positions, equal moves"}},
		{name: "fast.AfterHasher", of: (*fast.AfterHasher[move])(nil), laws: []string{"hash after"}, needs: "ply.Hasher"},
		{name: "fast.SuccessorHasher", of: (*fast.SuccessorHasher[move])(nil), laws: []string{"hash successors"}, needs: "ply.Hasher"},
		{name: "ply.Rehasher", of: (*ply.Rehasher)(nil), laws: []string{"rehash"}, needs: "ply.Hasher"},
		{name: "ply.Symmetric", of: (*ply.Symmetric[move])(nil), laws: []string{
			"symmetry 0", "images of moves", "group", "images of lines", "canonical hash"}},

		{name: "ply.Celled", of: (*ply.Celled)(nil), laws: []string{"cells", "cells tell positions"}},
		{name: "ply.Footprinter", of: (*ply.Footprinter[move])(nil), laws: []string{
			"form of footprints", "fixed footprints", "legal by footprint", "play by footprint", "independent moves"}},
		{name: "ply.Commuter", of: (*ply.Commuter[move])(nil), laws: []string{
			"commuting either way", "commuting", "commuting by footprint"}},

		{name: "ply.Adversarial", of: (*ply.Adversarial)(nil), laws: []string{"side to move", "outcome", "outcomes of one side"}},
		{name: "ply.Evaluator", of: (*ply.Evaluator)(nil), laws: []string{"evaluation", "evaluations of one side", "evaluations that tell"}, needs: "ply.Adversarial"},
		{name: "fast.SuccessorEvaluator", of: (*fast.SuccessorEvaluator[move])(nil), laws: []string{"best successor"}, needs: "ply.Evaluator"},
		{name: "expectimax.Evaluator", of: (*expectation.Evaluator)(nil), laws: []string{"expectation", "expectations that tell"}, needs: "ply.Adversarial"},
		{name: "fast.SuccessorExpectations", of: (*fast.SuccessorExpectations[move])(nil), laws: []string{"expected successors"}, needs: "expectimax.Evaluator"},
		{name: "fast.ReplyExpectations", of: (*fast.ReplyExpectations[move])(nil), laws: []string{"expected replies"}, needs: "expectimax.Evaluator"},
		{name: "ply.Bounder", of: (*ply.Bounder)(nil), laws: []string{"bounds"}, needs: "ply.Adversarial"},
		{name: "proof.Initializer", of: (*initializer)(nil), laws: []string{"first numbers"}, needs: "ply.Adversarial"},
		{name: "alphabeta.Ranker", of: (*ranker)(nil), laws: []string{"rank"}, needs: "ply.Adversarial"},
		{name: "ply.Numberer", of: (*ply.Numberer[move])(nil), laws: []string{"numbers of moves"}},
		{name: "fast.NumberAppender", of: (*fast.NumberAppender[move])(nil), laws: []string{"numbers appended"}},
		{name: "ply.Guide", of: (*ply.Guide[move])(nil), laws: []string{"priors"}},
		{name: "ply.Passer", of: (*ply.Passer)(nil), laws: []string{"pass"}, needs: "ply.Adversarial or threat.Game"},
		{name: "alphabeta.Quiescer", of: (*quiescer)(nil), laws: []string{"noisy moves"}, needs: "ply.Adversarial"},
		{name: "alphabeta.Extender", of: (*extender)(nil), laws: []string{"extensions"}, needs: "ply.Adversarial"},
		{name: "ply.Repeater", of: (*ply.Repeater)(nil), laws: []string{"repeated"}, needs: "ply.Adversarial"},

		{name: "retrograde.Indexer", of: (*indexer)(nil), laws: []string{
			"index", "index inverse", "index of any position"}, needs: "ply.Adversarial"},
		{name: "retrograde.Classed", of: (*classed)(nil), laws: []string{"classes"}, needs: "retrograde.Indexer"},
		{name: "retrograde.Forward", of: (*forward)(nil), laws: []string{"successors"}, needs: "retrograde.Indexer"},
		{name: "retrograde.Backward", of: (*backward)(nil), laws: []string{"predecessors"}, needs: "retrograde.Indexer"},

		{name: "threat.Game", of: (*goaling)(nil), laws: []string{"attacker", "standing of the goal", "attacks"}, needs: "ply.Passer"},
		{name: "threat.Tracer", of: (*threatTracer)(nil), laws: []string{"trace of a move"}, needs: "threat.Game"},

		{name: "ply.Stochastic", of: (*ply.Stochastic[move])(nil), laws: []string{
			"moves of chance", "probabilities", "probabilities of the position"}, needs: "ply.Adversarial or ply.Multiplayer"},

		{name: "ply.Multiplayer", of: (*ply.Multiplayer)(nil), laws: []string{"players", "player to move", "outcomes"}},
		{name: "ply.MultiplayerEvaluator", of: (*ply.MultiplayerEvaluator)(nil), laws: []string{"evaluations", "evaluations of players that tell"}, needs: "ply.Multiplayer"},

		{name: "ply.Imperfect", of: (*ply.Imperfect)(nil), laws: []string{"information", "same information", "perfect recall"}},
		{name: "ply.Simultaneous", of: (*ply.Simultaneous)(nil), laws: []string{"rounds", "hidden in a round", "open between rounds"}},
		{name: "ply.Determinizer", of: (*ply.Determinizer)(nil), laws: []string{"consistent draws", "weights of draws", "draws that differ"}, needs: "ply.Imperfect"},

		{name: "fast.SuccessorCounter", of: (*fast.SuccessorCounter)(nil), laws: []string{"count of successors"}},
		{name: "fast.XorHasher", of: (*fast.XorHasher[move])(nil), laws: []string{"xor hash"}, needs: "ply.Hasher"},
		{name: "search.Preferrer", of: (*preferrer)(nil), laws: []string{"preferred moves"}, needs: "ply.Puzzle"},
		{name: "search.Inverter", of: (*inverter)(nil), laws: []string{"inverse"}},

		{name: "dependency.Needer", of: (*needer)(nil), laws: []string{"needing"}, needs: "ply.Footprinter"},
		{name: "dependency.Conflicter", of: (*conflicter)(nil), laws: []string{"conflicts"}},
		{name: "dependency.Refuter", of: (*refuter)(nil), laws: []string{"refuted"}, needs: "ply.Puzzle"},
		{name: "block.Sequential", of: (*sequential.Game[move])(nil), laws: []string{"sub-games"}},
		{name: "dependency.OutcomeTracer", of: (*outcomeTracer)(nil), laws: []string{"trace of the outcome"}, needs: "ply.Adversarial"},
		{name: "dependency.Goaler", of: (*goaler)(nil), laws: []string{"goal"}, needs: "ply.Celled"},
		{name: "dependency.Monotone", of: (*monotone)(nil), laws: []string{"monotone"}, needs: "ply.Celled"},

		{name: "mcts.Playouter", of: (*playouter)(nil), laws: []string{"playouts"}, needs: "ply.Adversarial"},
		{name: "mcts.MultiplayerPlayouter", of: (*multiplayerPlayouter)(nil), laws: []string{"playouts"}},
		{name: "fast.PuzzlePlayouter", of: (*fast.PuzzlePlayouter[move])(nil), laws: []string{"random moves"}},
		{name: "mcts.Decider", of: (*decider)(nil), laws: []string{"decisive moves"}},
		{name: "flat.Simulator", of: (*simulator)(nil), needs: "ply.Adversarial"},
		{name: "mcts.Reducer", of: (*reducer)(nil), laws: []string{"reduced moves"}},
		{name: "mcts.Expert", of: (*expert)(nil), laws: []string{"prior results"}},
	}
	for i, c := range all {
		if c.of != nil {
			all[i].kind = reflect.TypeOf(c.of).Elem()
		}
	}
	return all
}

// capabilityNames are the types of capabilities, by their names.
var capabilityNames = sync.OnceValue(func() map[string]reflect.Type {
	names := map[string]reflect.Type{}
	for _, c := range capabilities(nil, nil) {
		names[c.name] = c.kind
	}
	return names
})

// meets reports whether a game has the capabilities in a list such as "ply.Celled, ply.Hasher or ply.Scorer".
func (s *subject) meets(list string) bool {
	if known, ok := s.known.Load(list); ok {
		return known.(bool)
	}
	meets := true
	for part := range strings.SplitSeq(list, ", ") {
		meets = meets && (part == "" || slices.ContainsFunc(strings.Split(part, " or "), func(name string) bool {
			kind := capabilityNames()[name]
			return reflect.TypeOf(s.capable(kind)).Implements(kind)
		}))
	}
	s.known.Store(list, meets)
	return meets
}

// A survey compares the methods of a type of games with the methods of all capabilities.
type survey struct {
	*kind // of the value that newGame returns
	table []capability
}

// surveyOf returns the survey of a game, or nil if it cannot be made.
func surveyOf(m maker) (s *survey) {
	defer func() { _ = recover() }() // for the laws to meet again and to report
	g := m.newGame()
	if g.raw == nil {
		return nil
	}
	return &survey{g.kind, capabilities(m.cloner, m.copier)}
}

// methodsOf returns the methods of a type as functions without receiver.
func methodsOf(t reflect.Type) map[string]reflect.Type {
	methods := make(map[string]reflect.Type, t.NumMethod())
	for i := range t.NumMethod() {
		m := t.Method(i)
		if t.Kind() == reflect.Interface {
			methods[m.Name] = m.Type
			continue
		}
		var in, out []reflect.Type
		for i := 1; i < m.Type.NumIn(); i++ {
			in = append(in, m.Type.In(i))
		}
		for i := range m.Type.NumOut() {
			out = append(out, m.Type.Out(i))
		}
		methods[m.Name] = reflect.FuncOf(in, out, m.Type.IsVariadic())
	}
	return methods
}

// has reports whether the game has a capability.
func (s *survey) has(c capability) bool {
	for name, want := range methodsOf(c.kind) {
		if !s.fits(name, want) {
			return false
		}
	}
	return true
}

// fits reports whether a method of the game has the type that a capability wants. A clone may be of the type of
// the game or of the type that is declared for it.
func (s *survey) fits(name string, want reflect.Type) bool {
	is := s.methods[name]
	return is != nil && s.same(want, is) || name == "Clone" && is == typeOfClone(s.game)
}

// found lists the capabilities of the game, except the ignored ones.
func (s *survey) found(ignore []string) string {
	has := map[string]bool{}
	for _, c := range s.table {
		has[c.name] = s.has(c)
	}
	var names []string
	for _, c := range s.table {
		switch {
		case !has[c.name]:
		case c.ignored(ignore):
			names = append(names, c.name+" (ignored)")
		case c.needs != "" && !slices.ContainsFunc(strings.Split(c.needs, " or "), func(name string) bool { return has[name] }):
			names = append(names, fmt.Sprintf("%s (of no use without %s)", c.name, c.needs))
		default:
			names = append(names, c.name)
		}
	}
	return fmt.Sprintf("gametest: capabilities of %v: %s", s.game, strings.Join(names, ", "))
}

// ignored reports whether a capability has one of the methods to ignore.
func (c capability) ignored(ignore []string) bool {
	return slices.ContainsFunc(ignore, func(name string) bool {
		_, has := c.kind.MethodByName(name)
		return has
	})
}

// ignoredLaws returns the laws of the capabilities that have methods to ignore, and the doubts that are meant.
func ignoredLaws(table []capability, ignore []string) map[string]bool {
	laws := map[string]bool{}
	for _, name := range ignore {
		laws[name] = true
	}
	for _, c := range table {
		if c.ignored(ignore) {
			for _, l := range c.laws {
				laws[l] = true
			}
		}
	}
	return laws
}

// misses describes the methods of the game that have the name of a method of a capability and do not make it one, except the
// ignored ones, and the names to ignore that no method of the game and of a capability has. It is empty if there are none.
func (s *survey) misses(ignore []string) string {
	wanted := map[string][]capability{} // by the names of their methods
	works := map[string]bool{}          // the methods that make the game something
	for _, c := range s.table {
		has := s.has(c)
		for name := range methodsOf(c.kind) {
			wanted[name] = append(wanted[name], c)
			works[name] = works[name] || has
		}
	}
	wrong := map[string]string{} // by method
	for name, is := range s.methods {
		if len(wanted[name]) > 0 && !works[name] {
			wrong[name] = s.miss(name, is, wanted[name])
		}
	}
	if s.game.Kind() != reflect.Pointer {
		for name := range methodsOf(reflect.PointerTo(s.game)) {
			if _, has := s.methods[name]; !has && len(wanted[name]) > 0 {
				wrong[name] = fmt.Sprintf("%s is a method of *%v and not of %v: the game must be a pointer", name, s.game, s.game)
			}
		}
	}
	var lines []string
	for _, name := range ignore {
		if _, has := s.methods[name]; !has || len(wanted[name]) == 0 {
			lines = append(lines, fmt.Sprintf("Options.Ignore names %s, which is no doubt, and not both a method of the game and of a capability", name))
		}
		delete(wrong, name)
	}
	for _, line := range wrong {
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return ""
	}
	slices.Sort(lines)
	return fmt.Sprintf("methods of %v that have the name of a capability's method and do not implement it:\n%s"+
		"Searches ignore them. If that is intended, name them in Options.Ignore.", s.game, indent(strings.Join(lines, "\n")))
}

// miss says why a method makes the game none of the capabilities that have a method of that name.
func (s *survey) miss(name string, is reflect.Type, wanted []capability) string {
	var wants []string
	for _, c := range wanted {
		want := methodsOf(c.kind)[name]
		if !s.fits(name, want) {
			wants = append(wants, fmt.Sprintf("%s has %s", c.name, s.signature(name, want)))
			continue
		}
		var lacking []string
		for other, want := range methodsOf(c.kind) {
			if !s.fits(other, want) {
				lacking = append(lacking, s.signature(other, want))
			}
		}
		slices.Sort(lacking)
		wants = append(wants, fmt.Sprintf("%s also has %s", c.name, strings.Join(lacking, " and ")))
	}
	return fmt.Sprintf("%s: %s", s.signature(name, is), strings.Join(wants, ", "))
}

// signature returns a method as it stands in an interface.
func (s *survey) signature(name string, f reflect.Type) string {
	text := strings.TrimPrefix(f.String(), "func")
	for stands, original := range originals {
		text = strings.ReplaceAll(text, stands.String(), original)
	}
	return name + strings.ReplaceAll(text, moveType.String(), s.moves.String())
}
