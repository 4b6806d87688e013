package alphabeta_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// changesValues are the options that change the values which a table holds, and keepsValues those that do not. Evaluator
// does by the type that it returns, which TestEvaluatorOfOptions is about.
var (
	changesValues = []string{
		"Win", "Tree.Bounds", "Tree.Repetitions", "Tree.Symmetric", "Tree.Quiescence", "Tree.NullMove", "Tree.Unverified", "Tree.Selective",
		"Tree.Extend", "Tree.Width",
	}
	keepsValues = []string{
		"Depth", "Direct", "Window", "Progress", "Workers", "Evaluator", "Table", "TableFrom", "OrderFrom", "EnhancedFrom", "EqualDepth", "Order", "Checkpoint",
	}
)

// leaves returns the names of all options.
func leaves(kind reflect.Type, prefix string) (names []string) {
	for i := range kind.NumField() {
		f := kind.Field(i)
		if !f.IsExported() {
			continue
		}
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
	case name == "Checkpoint":
		opt.Checkpoint = checkpoint.File{Name: "state"}
	case name == "Table":
		opt.Table = transposition.NewTable(16 * 10)
	case field.Kind() == reflect.Array:
		field.Index(1).SetInt(3)
	default:
		t.Fatalf("no value for %s", name)
	}
}

// A new option must be in one of the lists, and the keys of a table must tell apart those that change values.
func TestKeysTellOptionsApart(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 10, true)
	plain := alphabeta.Salt(g, alphabeta.Options[int]{})
	if alphabeta.Salt(g, alphabeta.Options[int]{Win: alphabeta.AnyDistance}) == plain {
		t.Error("AnyDistance has no other keys")
	}
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
