package transposition_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// searches use a table in several layouts. Each returns its number of nodes. Long tests add another search.
var searches = map[string]func(*transposition.Table) (int, error){
	"numbers": func(t *transposition.Table) (int, error) {
		r, err := proof.Search(context.Background(), duel(), ply.Limits{}, proof.Options[int]{Table: t})
		return r.Nodes, err
	},
	"keys": func(t *transposition.Table) (int, error) {
		r, err := search.DepthFirst(context.Background(), search.Graph(duel(), t), ply.Limits{}, search.Options[int]{})
		return r.Nodes, err
	},
	"perft": func(t *transposition.Table) (int, error) {
		r, err := search.Perft(context.Background(), duel(), 6, search.PerftOptions{Table: t})
		return r.Nodes, err
	},
}

func duel() *testgames.Duel {
	return testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 300, 5, 100, true)
}

// A table that was saved and loaded is to the next search what the table itself is.
func TestSavedTables(t *testing.T) {
	for name, run := range searches {
		for _, scheme := range []transposition.Scheme{0, transposition.KeepDeeper} {
			table := transposition.NewTable(1 << 16)
			table.Scheme = scheme
			if _, err := run(table); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var b bytes.Buffer
			if err := table.Save(&b, 1); err != nil {
				t.Fatal(err)
			}
			data := b.Bytes()
			loaded := &transposition.Table{Scheme: scheme}
			if err := loaded.Load(bytes.NewReader(data), 1); err != nil {
				t.Fatal(err)
			}
			var again bytes.Buffer
			if err := loaded.Save(&again, 1); err != nil || !bytes.Equal(again.Bytes(), data) {
				t.Errorf("%s: saved before it is used, it differs; error %v", name, err)
			}
			want, err := run(table)
			got, err2 := run(loaded)
			if want != got || err != nil || err2 != nil {
				t.Errorf("%s: %d nodes after loading, want %d; errors %v, %v", name, got, want, err, err2)
			}
			stats, _ := table.Stats()
			if s, err := loaded.Stats(); err != nil || s != stats {
				t.Errorf("%s: %+v, want %+v", name, s, stats)
			}
			if 10*len(data) > 11*stats.Bytes {
				t.Errorf("%s: %d bytes for a table of %d", name, len(data), stats.Bytes)
			}
		}
	}
}

// A table of one search is empty to another.
func TestSavedTableOfAnotherSearch(t *testing.T) {
	for from := range searches {
		for to := range searches {
			if from == to {
				continue
			}
			table, loaded := transposition.NewTable(1<<16), transposition.NewTable(1<<16)
			if _, err := searches[from](table); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := table.Save(&b, 1); err != nil {
				t.Fatal(err)
			}
			if err := loaded.Load(&b, 1); err != nil {
				t.Fatal(err)
			}
			want, _ := searches[to](transposition.NewTable(1 << 16))
			if got, err := searches[to](loaded); got != want || err != nil {
				t.Errorf("%s after %s: %d nodes, want %d; error %v", to, from, got, want, err)
			}
		}
	}
}

func TestTablesThatCannotBeSaved(t *testing.T) {
	table := transposition.NewTable(1 << 16)
	if err := table.Save(new(bytes.Buffer), 1); err == nil || !strings.Contains(err.Error(), "no entries") {
		t.Errorf("an empty table: error %v", err)
	}
	if _, err := searches["numbers"](table); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.Save(&b, 1); err != nil {
		t.Fatal(err)
	}
	before, _ := table.Stats()
	if err := table.Load(bytes.NewReader(b.Bytes()), 2); err == nil || !strings.Contains(err.Error(), "another game") {
		t.Errorf("another fingerprint: error %v", err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		damaged := bytes.Clone(b.Bytes())
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		if err := table.Load(bytes.NewReader(damaged), 1); err == nil {
			t.Fatal("damage is not found")
		}
	}
	if after, _ := table.Stats(); after != before {
		t.Errorf("a refused state has changed the table: %+v, before %+v", after, before)
	}
}
