package alphabeta

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
)

func TestEntriesOfASharedTableAreThoseStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shared, err := hashtable.NewConcurrent(64)
		if err != nil {
			t.Fatal(err)
		}
		entries := sharedTable{shared.Handle()}
		want := entry{
			Value: rapid.Int16().Draw(t, "value"),
			Move:  rapid.Uint16().Draw(t, "move"),
			Depth: rapid.Uint8().Draw(t, "depth"),
			Bound: ply.Bound(rapid.Uint8Range(0, 3).Draw(t, "bound")),
			Final: rapid.Bool().Draw(t, "final"),

			Distance: rapid.Uint8().Draw(t, "distance"),
		}
		key := rapid.Uint64().Draw(t, "key")
		if _, ok := entries.Lookup(key); ok {
			t.Fatal("found in an empty table")
		}
		entries.Store(key, want.pack(), rapid.IntRange(-1, 1000).Draw(t, "weight"))
		if got, ok := entries.Lookup(key); !ok || got.unpack() != want {
			t.Fatalf("%+v, %v; want %+v", got, ok, want)
		}
	})
}
