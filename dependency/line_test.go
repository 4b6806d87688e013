package dependency_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// statement is a set of footprints, listed.
type statement []ply.Footprint

func (s statement) Footprint(m int, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, s[m].Preconditions...)
	dst.Modifications = append(dst.Modifications, s[m].Modifications...)
	return dst
}

// swaps returns all lines that a line becomes by exchanging neighbours that commute.
func swaps(s statement, line []int) map[string]bool {
	found := map[string]bool{fmt.Sprint(line): true}
	for queue := [][]int{line}; len(queue) > 0; queue = queue[1:] {
		for i := 1; i < len(line); i++ {
			next := slices.Clone(queue[0])
			if !dependency.Commute(s[next[i-1]], s[next[i]]) {
				continue
			}
			next[i-1], next[i] = next[i], next[i-1]
			if !found[fmt.Sprint(next)] {
				found[fmt.Sprint(next)] = true
				queue = append(queue, next)
			}
		}
	}
	return found
}

func TestEquivalentLines(t *testing.T) {
	equivalent := 0
	checkMany(t, func(t *rapid.T) {
		_, moves := growing(t)
		if len(moves) == 0 {
			return
		}
		s := statement(moves)
		a := rapid.SliceOfN(rapid.IntRange(0, len(moves)-1), 0, 8).Draw(t, "line")
		b := rapid.Permutation(a).Draw(t, "other line")
		want := swaps(s, a)[fmt.Sprint(b)]
		if want && !slices.Equal(a, b) {
			equivalent++
		}
		if got := dependency.Equivalent(s, a, b); got != want {
			t.Fatalf("%v and %v: equivalent %v, want %v", a, b, got, want)
		}
		ca, cb := dependency.Canonical(s, a, cmp.Compare), dependency.Canonical(s, b, cmp.Compare)
		if slices.Equal(ca, cb) != want {
			t.Fatalf("%v and %v have canonical lines %v and %v, equivalent %v", a, b, ca, cb, want)
		}
		if !swaps(s, a)[fmt.Sprint(ca)] {
			t.Fatalf("%v has canonical line %v, which is not equivalent", a, ca)
		}
	})
	if equivalent == 0 {
		t.Error("no lines were equivalent and different")
	}
}
