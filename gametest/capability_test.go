//go:build long

package gametest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/testgames"
)

// byValue has pointer receivers beside what makes it a game.
type byValue struct{ plain }

func (g *byValue) Hash() uint64  { return g.ring.Hash() }
func (g *byValue) Acyclic() bool { return true }

// asInterface is a type of games that says nothing of what they are.
type asInterface interface{ ply.Game[raise] }

func TestMethodsThatAreNoCapabilities(t *testing.T) {
	for _, c := range []struct {
		name   string
		survey *survey
		ignore []string
		want   []string // the beginnings of the lines
	}{
		{"lawful", surveyOf(makerOf(newRing)), nil, nil},
		{"lawful duel", surveyOf(makerOf(newDuel)), nil, nil},
		{"lawful melee", surveyOf(makerOf(newMelee)), nil, nil},
		{"of an interface", surveyOf(makerOf(func() asInterface { return newRing() })), nil, nil},
		{"near misses", surveyOf(makerOf(func() *nearMisses { return &nearMisses{*newRing()} })), nil, []string{
			"Acyclic() (bool, error): ply.Acyclic has Acyclic() bool",
			"AppendNumbers([]int, ...gametest.raise): fast.NumberAppender has AppendNumbers([]int32, []gametest.raise) []int32",
			"Clone() *gametest.ring: ply.Cloner has Clone() *gametest.nearMisses",
			"Commute(int, int) bool: ply.Commuter has Commute(gametest.raise, gametest.raise) bool",
			"Evaluate() float64: ply.Evaluator has Evaluate() int",
			"HashAfter(*gametest.raise) uint64: fast.AfterHasher has HashAfter(gametest.raise) uint64",
			"Pass() bool: ply.Passer also has Unpass()",
			"Priors([]gametest.raise, []float64): ply.Guide has Priors([]gametest.raise, []float32)",
			"Rank([]gametest.raise, []int32): alphabeta.Ranker has Rank(int, []gametest.raise, []int32) bool",
			"Subgames() int: block.Sequential also has Changed(",
		}},
		{"near misses that are meant", surveyOf(makerOf(func() *nearMisses { return &nearMisses{*newRing()} })),
			[]string{"Hash", "Acyclic", "AppendNumbers", "Clone", "Commute", "Evaluate", "HashAfter", "Pass", "Priors", "Rank", "Subgames"}, nil},
		{"ignored for nothing", surveyOf(makerOf(newRing)), []string{"Hash", "String", "Fly"}, []string{
			"Options.Ignore names Fly, which is no doubt",
			"Options.Ignore names String, which is no doubt",
		}},
		{"by value", surveyOf(makerOf(func() byValue { return byValue{plain{newRing()}} })), nil, []string{
			"Acyclic is a method of *gametest.byValue and not of gametest.byValue: the game must be a pointer",
			"Hash is a method of *gametest.byValue and not of gametest.byValue: the game must be a pointer",
		}},
		{"by pointer", surveyOf(makerOf(func() *byValue { return &byValue{plain{newRing()}} })), nil, nil},
		{"half of a game of two sides", surveyOf(makerOf(func() *half { return new(half) })), nil, []string{
			"ToMove() int: ply.Adversarial also has Outcome() int, ply.Multiplayer also has Outcomes([]int) and Players() int",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for line := range strings.Lines(c.survey.misses(c.ignore)) {
				if in, ok := strings.CutPrefix(line, "    "); ok {
					got = append(got, strings.TrimSuffix(in, "\n"))
				}
			}
			if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
	if surveyOf(makerOf(func() ply.Game[int] { return nil })) != nil {
		t.Error("there is a survey of no game")
	}
	if surveyOf(makerOf(func() *testgames.Duel { panic("no duel") })) != nil {
		t.Error("there is a survey of a game that cannot be made")
	}
}

// half knows whose turn it is and no outcome.
type half struct{}

func (*half) Moves(dst []int) []int { return dst }
func (*half) Play(int)              {}
func (*half) Undo(int)              {}
func (*half) ToMove() int           { return 0 }

func TestCapabilitiesFound(t *testing.T) {
	for _, c := range []struct {
		survey *survey
		ignore []string
		want   string
	}{
		{surveyOf(makerOf(func() hashing { return hashing{plain{newRing()}} })), []string{"Score"}, "gametest: capabilities of gametest.hashing: ply.Game, ply.Scorer (ignored), ply.Acyclic, ply.Hasher"},
		{surveyOf(makerOf(func() plain { return plain{newRing()} })), nil, "gametest: capabilities of gametest.plain: ply.Game"},
		{surveyOf(makerOf(newMelee)), nil, "gametest: capabilities of *testgames.Melee: ply.Game, ply.Acyclic, ply.Cloner, ply.Hasher, encoding.BinaryAppender, ply.Numberer, ply.Multiplayer, ply.MultiplayerEvaluator"},
		{surveyOf(makerOf(func() evaluatesAlone { return evaluatesAlone{new(dice)} })), nil, "gametest: capabilities of gametest.evaluatesAlone: ply.Game, ply.Evaluator (of no use without ply.Adversarial)"},
	} {
		if got := c.survey.found(c.ignore); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

type evaluatesAlone struct{ *dice }

func (evaluatesAlone) Evaluate() int { return 0 }

// notOfGames are the exported interfaces of the packages that are no capabilities: compositions for searches, and
// interfaces that games do not implement.
var notOfGames = []string{
	"ply.AdversarialGame", "ply.Joint",
	"mcts.Game", "mcts.Bandit", "mcts.Leaf",
	"dependency.Rules",
}

// notAsked are methods that type assertions require of things other than games.
var notAsked = []string{"Age", "Len", "Scheme"}

// capabilitiesOfInt returns the capabilities of games whose moves are integers.
func capabilitiesOfInt() []capability {
	return table(reflect.TypeFor[ply.Cloner[ply.Game[int]]](), reflect.TypeFor[fast.Copier[ply.Game[int]]]())
}

// TestNoCapabilityIsMissing reads the source of all packages: what they export as interfaces, and the methods that they
// ask for by type assertions to interfaces without a name.
func TestNoCapabilityIsMissing(t *testing.T) {
	names, methods := map[string]bool{}, map[string]bool{}
	for _, c := range capabilitiesOfInt() {
		names[c.name] = true
		for name := range methodsOf(c.kind) {
			methods[name] = true
		}
	}
	for _, dir := range []string{"", "arena", "dependency", "graph", "mcts", "montecarlo", "search", "search/alphabeta", "search/proof", "search/threat", "transposition"} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files in %q: %v", len(files), dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					if _, ok := n.Type.(*ast.InterfaceType); ok && n.Name.IsExported() {
						name := parsed.Name.Name + "." + n.Name.Name
						if !names[name] && !slices.Contains(notOfGames, name) {
							t.Errorf("%s, in %s, is not among the capabilities", name, file)
						}
					}
				case *ast.TypeAssertExpr:
					if i, ok := n.Type.(*ast.InterfaceType); ok {
						for _, m := range i.Methods.List {
							for _, name := range m.Names {
								if !methods[name.Name] && !slices.Contains(notAsked, name.Name) {
									t.Errorf("method %s, which %s asks for, is none of a capability", name.Name, file)
								}
							}
						}
					}
				}
				return true
			})
		}
	}
}

func TestEachCapabilityHasALaw(t *testing.T) {
	known := map[string]bool{}
	for _, l := range laws() {
		if known[l.name] {
			t.Errorf("two laws have the name %q", l.name)
		}
		known[l.name] = true
	}
	named := map[string]bool{}
	capable := map[string]bool{}
	for _, c := range capabilitiesOfInt() {
		capable[c.name] = true
		if len(c.laws) == 0 && c.name != "flat.Simulator" { // of package flattest
			t.Errorf("no law checks %s", c.name)
		}
		for _, l := range c.laws {
			named[l] = true
			if !known[l] {
				t.Errorf("%s names law %q, which does not exist", c.name, l)
			}
		}
	}
	for _, c := range capabilitiesOfInt() {
		for need := range strings.SplitSeq(c.needs, " or ") {
			if need != "" && !capable[need] {
				t.Errorf("%s needs %s, which does not exist", c.name, need)
			}
		}
	}
	for name := range known {
		if !named[name] {
			t.Errorf("law %q is of no capability", name)
		}
	}
}

// TestDocumentation checks that the documentation of the package lists all capabilities with their laws.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(strings.NewReplacer("//", "", "[", "", "]", "").Replace(string(text))), " ")
	for _, c := range capabilitiesOfInt() {
		line := "- " + c.name + ": " + strings.Join(c.laws, "; ")
		for _, doubt := range doubts {
			line = strings.ReplaceAll(line, "; "+doubt.name, "")
		}
		if len(c.laws) > 0 && !strings.Contains(words, line) {
			t.Errorf("doc.go does not have %q", line)
		}
	}
	for _, doubt := range doubts {
		if !strings.Contains(words, "- "+doubt.name+": ") {
			t.Errorf("doc.go does not have doubt %q", doubt.name)
		}
	}
}

// TestCloneOfAnInterface checks that a game is cloned whose type is not the one that is declared.
func TestCloneOfAnInterface(t *testing.T) {
	g := newRing()
	c, ok := makerOf(func() asInterface { return g }).cloneOf(subjectOf(ply.Game[raise](g)))
	if !ok || c.raw == any(g) || reflect.TypeOf(c.raw) != reflect.TypeOf(g) {
		t.Errorf("clone %v, %v", c, ok)
	}
	if c, ok := makerOf(func() *nearMisses { return &nearMisses{*g} }).cloneOf(subjectOf(ply.Game[raise](&nearMisses{*g}))); ok {
		t.Errorf("clone %v of a game that makes clones of another type", c)
	}
}

// TestIgnoredLaws checks that the laws of a method that is not meant are not checked, and others are.
func TestIgnoredLaws(t *testing.T) {
	for _, c := range []struct {
		ignore []string
		law    string
	}{
		{nil, "rehash"},
		{[]string{"Hash"}, "rehash"},
		{[]string{"Rehash"}, ""},
	} {
		law := ""
		for seed := range uint64(20) {
			if f := newRun(makerOf(func() *rehashDiffers { return &rehashDiffers{*newRing()} }), Options{Ignore: c.ignore}, seed, 0).find(); f != nil {
				law = f.law.name
			}
		}
		if law != c.law {
			t.Errorf("ignoring %q: law %q, want %q", c.ignore, law, c.law)
		}
	}
}
