package alphabeta_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// changesValues are the options that change the values which a table holds, and keepsValues those that do not. Evaluator
// does by the type that it returns, which TestEvaluatorOfOptions is about.
var (
	changesValues = []string{
		"Win", "AnyDistance", "Table.Symmetric", "Tree.Bounds", "Tree.Repetitions", "Tree.Quiescence", "Tree.NullMove.Reduction",
		"Tree.NullMove.Unverified", "Tree.Extend", "Tree.Width.Moves", "Tree.Width.Side",
	}
	keepsValues = []string{
		"Depth", "Deepen", "Window.Alpha", "Window.Beta", "Progress", "Workers",
		"Evaluator", "Ranker", "Table.Entries", "Table.From", "Table.EnhancedFrom", "Table.EqualDepth", "Order.By", "Order.From",
	}
)

// leaves returns the names of all options.
func leaves(kind reflect.Type, prefix string) (names []string) {
	for i := range kind.NumField() {
		f := kind.Field(i)
		if f.Type.Kind() == reflect.Struct {
			names = append(names, leaves(f.Type, prefix+f.Name+".")...)
		} else {
			names = append(names, prefix+f.Name)
		}
	}
	return names
}

// set sets an option to a value that is not zero.
func set(t *testing.T, opt *alphabeta.Options[int], name string) {
	t.Helper()
	field := reflect.ValueOf(opt).Elem()
	for part := range strings.SplitSeq(name, ".") {
		field = field.FieldByName(part)
	}
	switch {
	case field.CanInt():
		field.SetInt(3)
	case field.CanUint():
		field.SetUint(1)
	case field.Kind() == reflect.Bool:
		field.SetBool(true)
	case name == "Progress":
		opt.Progress = func(alphabeta.Result[int]) {}
	case name == "Evaluator":
		opt.Evaluator = func(g ply.AdversarialGame[int]) ply.Evaluator { return g.(ply.Evaluator) }
	case name == "Ranker":
		opt.Ranker = func(g ply.AdversarialGame[int]) alphabeta.Ranker[int] { return nil }
	case name == "Table.Entries":
		table, err := transposition.NewTable[transposition.Entry](10, transposition.TwoDeep)
		if err != nil {
			t.Fatal(err)
		}
		opt.Table.Entries = table
	default:
		t.Fatalf("no value for %s", name)
	}
}

// A new option must be in one of the lists, and the keys of a table must tell apart those that change values.
func TestKeysTellOptionsApart(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 10, true)
	plain := alphabeta.Salt(g, alphabeta.Options[int]{})
	for _, name := range leaves(reflect.TypeFor[alphabeta.Options[int]](), "") {
		changes, keeps := slices.Contains(changesValues, name), slices.Contains(keepsValues, name)
		if changes == keeps {
			t.Errorf("%s must be listed either as an option that changes values or as one that does not", name)
			continue
		}
		var opt alphabeta.Options[int]
		set(t, &opt, name)
		if differs := alphabeta.Salt(g, opt) != plain; differs != changes {
			t.Errorf("%s: other keys: %t, want %t", name, differs, changes)
		}
	}
}

// Minimax takes the options that it says it takes, and refuses all others by their names.
func TestMinimaxRefusesOptions(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 10, true)
	heeded := []string{"Depth", "Win", "AnyDistance", "Progress", "Evaluator"}
	for _, name := range leaves(reflect.TypeFor[alphabeta.Options[int]](), "") {
		var opt alphabeta.Options[int]
		set(t, &opt, name)
		_, err := alphabeta.Minimax(context.Background(), g, ply.Limits{}, opt)
		top, _, _ := strings.Cut(name, ".")
		if slices.Contains(heeded, name) != (err == nil) || err != nil && !strings.Contains(err.Error(), top) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
