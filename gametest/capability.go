package gametest

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/sequential"
)

type capability struct {
	name  string
	kind  reflect.Type
	laws  []string // the names of those that check it
	needs string   // the capability without which no search uses it, or two of which it needs one
}

// capabilities are the capabilities of a game; those that it lacks are nil. Tags give the name, the laws that check
// the capability, and the capabilities that it is useless without.
type capabilities struct {
	Game      ply.Game[move]      `name:"ply.Game" laws:"replay|order of moves|same start|unique moves|moves appended|undo|deterministic|same line|same answers"`
	Puzzle    ply.Puzzle          `name:"ply.Puzzle" laws:"solved ends"`
	Scorer    ply.Scorer          `name:"ply.Scorer" laws:"score"`
	Estimator ply.Estimator       `name:"ply.Estimator" laws:"estimate|admissible" needs:"ply.Puzzle"`
	Coster    ply.Coster[move]    `name:"ply.Coster" laws:"cost|fixed cost"`
	Acyclic   ply.Acyclic         `name:"ply.Acyclic" laws:"acyclic"`
	Cloner    cloning             `name:"ply.Cloner" laws:"clone|clone apart"`
	Copier    cloning             `name:"fast.Copier" laws:"copy|copy apart" needs:"ply.Cloner"`
	Advancer  fast.Advancer[move] `name:"fast.Advancer" laws:"advance"`
	Notation  ply.Notation[move]  `name:"ply.Notation" laws:"text of a move|texts differ|other texts"`

	Hasher          ply.Hasher                 `name:"ply.Hasher" laws:"equal positions, equal hashes|different positions, different hashes"`
	BinaryAppender  encoding.BinaryAppender    `name:"encoding.BinaryAppender" laws:"identity|equal positions, equal moves"`
	AfterHasher     fast.AfterHasher[move]     `name:"fast.AfterHasher" laws:"hash after" needs:"ply.Hasher"`
	SuccessorHasher fast.SuccessorHasher[move] `name:"fast.SuccessorHasher" laws:"hash successors" needs:"ply.Hasher"`
	Rehasher        ply.Rehasher               `name:"ply.Rehasher" laws:"rehash" needs:"ply.Hasher"`
	Symmetric       ply.Symmetric[move]        `name:"ply.Symmetric" laws:"symmetry 0|images of moves|group|images of lines|canonical hash"`

	Celled      ply.Celled            `name:"ply.Celled" laws:"cells|cells tell positions"`
	Footprinter ply.Footprinter[move] `name:"ply.Footprinter" laws:"form of footprints|fixed footprints|legal by footprint|play by footprint|independent moves"`
	Commuter    ply.Commuter[move]    `name:"ply.Commuter" laws:"commuting either way|commuting|commuting by footprint"`

	Adversarial           ply.Adversarial                  `name:"ply.Adversarial" laws:"side to move|outcome|outcomes of one side"`
	Evaluator             ply.Evaluator                    `name:"ply.Evaluator" laws:"evaluation|evaluations of one side|evaluations that tell" needs:"ply.Adversarial"`
	SuccessorEvaluator    fast.SuccessorEvaluator[move]    `name:"fast.SuccessorEvaluator" laws:"best successor" needs:"ply.Evaluator"`
	Expecter              expectation.Evaluator            `name:"expectimax.Evaluator" laws:"expectation|expectations that tell" needs:"ply.Adversarial"`
	SuccessorExpectations fast.SuccessorExpectations[move] `name:"fast.SuccessorExpectations" laws:"expected successors" needs:"expectimax.Evaluator"`
	ReplyExpectations     fast.ReplyExpectations[move]     `name:"fast.ReplyExpectations" laws:"expected replies" needs:"expectimax.Evaluator"`
	Bounder               ply.Bounder                      `name:"ply.Bounder" laws:"bounds" needs:"ply.Adversarial"`
	Initializer           initializer                      `name:"proof.Initializer" laws:"first numbers" needs:"ply.Adversarial"`
	Ranker                ranker                           `name:"alphabeta.Ranker" laws:"rank" needs:"ply.Adversarial"`
	Numberer              ply.Numberer[move]               `name:"ply.Numberer" laws:"numbers of moves"`
	NumberAppender        fast.NumberAppender[move]        `name:"fast.NumberAppender" laws:"numbers appended"`
	Guide                 ply.Guide[move]                  `name:"ply.Guide" laws:"priors"`
	Passer                ply.Passer                       `name:"ply.Passer" laws:"pass" needs:"ply.Adversarial or threat.Game"`
	Quiescer              quiescer                         `name:"alphabeta.Quiescer" laws:"noisy moves" needs:"ply.Adversarial"`
	Extender              extender                         `name:"alphabeta.Extender" laws:"extensions" needs:"ply.Adversarial"`
	Repeater              ply.Repeater                     `name:"ply.Repeater" laws:"repeated" needs:"ply.Adversarial"`

	Indexer  indexer  `name:"retrograde.Indexer" laws:"index|index inverse|index of any position" needs:"ply.Adversarial"`
	Classed  classed  `name:"retrograde.Classed" laws:"classes" needs:"retrograde.Indexer"`
	Forward  forward  `name:"retrograde.Forward" laws:"successors" needs:"retrograde.Indexer"`
	Backward backward `name:"retrograde.Backward" laws:"predecessors" needs:"retrograde.Indexer"`

	Goaling      goaling      `name:"threat.Game" laws:"attacker|standing of the goal|attacks" needs:"ply.Passer"`
	ThreatTracer threatTracer `name:"threat.Tracer" laws:"trace of a move" needs:"threat.Game"`

	Stochastic ply.Stochastic[move] `name:"ply.Stochastic" laws:"moves of chance|probabilities|probabilities of the position" needs:"ply.Adversarial or ply.Multiplayer"`

	Multiplayer          ply.Multiplayer          `name:"ply.Multiplayer" laws:"players|player to move|outcomes"`
	MultiplayerEvaluator ply.MultiplayerEvaluator `name:"ply.MultiplayerEvaluator" laws:"evaluations|evaluations of players that tell" needs:"ply.Multiplayer"`

	Imperfect    ply.Imperfect    `name:"ply.Imperfect" laws:"information|same information|perfect recall"`
	Simultaneous ply.Simultaneous `name:"ply.Simultaneous" laws:"rounds|hidden in a round|open between rounds"`
	Determinizer ply.Determinizer `name:"ply.Determinizer" laws:"consistent draws|weights of draws|draws that differ" needs:"ply.Imperfect"`

	SuccessorCounter fast.SuccessorCounter `name:"fast.SuccessorCounter" laws:"count of successors"`
	XorHasher        fast.XorHasher[move]  `name:"fast.XorHasher" laws:"xor hash" needs:"ply.Hasher"`
	Preferrer        preferrer             `name:"search.Preferrer" laws:"preferred moves" needs:"ply.Puzzle"`
	Inverter         inverter              `name:"search.Inverter" laws:"inverse"`

	Needer        needer                `name:"dependency.Needer" laws:"needing" needs:"ply.Footprinter"`
	Conflicter    conflicter            `name:"dependency.Conflicter" laws:"conflicts"`
	Refuter       refuter               `name:"dependency.Refuter" laws:"refuted" needs:"ply.Puzzle"`
	Sequential    sequential.Game[move] `name:"block.Sequential" laws:"sub-games"`
	OutcomeTracer outcomeTracer         `name:"dependency.OutcomeTracer" laws:"trace of the outcome" needs:"ply.Adversarial"`
	Goaler        goaler                `name:"dependency.Goaler" laws:"goal" needs:"ply.Celled"`
	Monotone      monotone              `name:"dependency.Monotone" laws:"monotone" needs:"ply.Celled"`

	Playouter            playouter                  `name:"mcts.Playouter" laws:"playouts" needs:"ply.Adversarial"`
	MultiplayerPlayouter multiplayerPlayouter       `name:"mcts.MultiplayerPlayouter" laws:"playouts"`
	PuzzlePlayouter      fast.PuzzlePlayouter[move] `name:"fast.PuzzlePlayouter" laws:"random moves"`
	Decider              decider                    `name:"mcts.Decider" laws:"decisive moves"`
	Simulator            simulator                  `name:"flat.Simulator" needs:"ply.Adversarial"`
	Reducer              reducer                    `name:"mcts.Reducer" laws:"reduced moves"`
	Expert               expert                     `name:"mcts.Expert" laws:"prior results"`

	AdversarialGame ply.AdversarialGame[move]
	Stringer        fmt.Stringer
	Turn            interface{ ToMove() int }
}

// cloning stands for ply.Cloner and fast.Copier, which depend on the type of the game.
type cloning interface{ cloning() }

// table returns the capabilities of all packages. cloner and copier are [ply.Cloner] and [fast.Copier] of the game.
func table(cloner, copier reflect.Type) (all []capability) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[capabilities]()) {
		c := capability{name: field.Tag.Get("name"), kind: field.Type, needs: field.Tag.Get("needs")}
		if laws := field.Tag.Get("laws"); laws != "" {
			c.laws = strings.Split(laws, "|")
		}
		switch c.name {
		case "":
			continue
		case "ply.Cloner":
			c.kind = cloner
		case "fast.Copier":
			c.kind = copier
		}
		all = append(all, c)
	}
	return all
}

// meets reports whether a game has the capabilities in a list such as "ply.Celled, ply.Hasher or ply.Scorer".
func (s *subject) meets(list string) bool {
	return s.kind.remember(list, func() bool {
		for part := range strings.SplitSeq(list, ", ") {
			if part != "" && !slices.ContainsFunc(strings.Split(part, " or "), s.named) {
				return false
			}
		}
		return true
	})
}

func (s *subject) named(name string) bool {
	own := reflect.ValueOf(s.capabilities)
	for i := range own.NumField() {
		if own.Type().Field(i).Tag.Get("name") == name {
			return !own.Field(i).IsNil()
		}
	}
	panic("gametest: no capability " + name)
}

type survey struct {
	*kind // of the value that newGame returns
	table []capability
}

func surveyOf(m maker) (s *survey) {
	defer func() { _ = recover() }() // for the laws to meet again and to report
	g := m.newGame()
	if g.raw == nil {
		return nil
	}
	return &survey{g.kind, table(m.cloner, m.copier)}
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

func (s *survey) has(c capability) bool {
	for name, want := range methodsOf(c.kind) {
		if !s.fits(name, want) {
			return false
		}
	}
	return true
}

// fits reports whether a method has the required type. Clone may return the game's own or its declared type.
func (s *survey) fits(name string, want reflect.Type) bool {
	is := s.methods[name]
	return is != nil && s.same(want, is) || name == "Clone" && is == typeOfClone(s.game)
}

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

func (c capability) ignored(ignore []string) bool {
	return slices.ContainsFunc(ignore, func(name string) bool {
		_, has := c.kind.MethodByName(name)
		return has
	})
}

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

// misses describes the methods that have the name of a method of a capability but another signature, except the
// ignored ones, and the names in Ignore that match no method. It is empty if there are none.
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

// miss explains why a method does not implement any of the capabilities that have a method of that name.
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

func (s *survey) signature(name string, f reflect.Type) string {
	text := strings.TrimPrefix(f.String(), "func")
	for stands, original := range originals {
		text = strings.ReplaceAll(text, stands.String(), original)
	}
	return name + strings.ReplaceAll(text, moveType.String(), s.moves.String())
}
