package montana_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/montana/montana"
)

// TestMark reads texts that begin with a byte order mark.
func TestMark(t *testing.T) {
	for name, read := range map[string]func(text string) (any, error){
		"deals: 2S AS\n":         func(text string) (any, error) { return montana.ReadDeals(strings.NewReader(text), 1, 2) },
		"deal: AS2H3S\n2S3HAH\n": func(text string) (any, error) { return montana.ReadDeal(strings.NewReader(text)) },
	} {
		_, text, _ := strings.Cut(name, ": ")
		want, err := read(text)
		got, marked := read("\ufeff" + text)
		if err != nil || marked != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v with a mark, and %v, %v without", text, got, marked, want, err)
		}
		if _, err := read("\xff\xfe" + text); err == nil || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("%q in UTF-16: %v", text, err)
		}
	}
}
