package bom_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ply-search/ply/internal/bom"
)

func TestSkip(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "abcdef": "abcdef", "\xef": "\xef", "\xef\xbb": "\xef\xbb", "\xef\xbba": "\xef\xbba", "\xef\xbb\xbf": "", "\xef\xbb\xbfa": "a",
		"\xef\xbb\xbfabcdef": "abcdef", "\xef\xbb\xbf\xef\xbb\xbf": "\xef\xbb\xbf", "a\xef\xbb\xbf": "a\xef\xbb\xbf", "\xff": "\xff", "\x00\x00": "\x00\x00",
		"\xff\xfea\x00": "UTF-16", "\xff\xfe": "UTF-16", "\xfe\xff\x00a": "UTF-16", "\xff\xfe\x00\x00a": "UTF-32", "\x00\x00\xfe\xff": "UTF-32",
	} {
		for name, reader := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "with the end": iotest.DataErrReader,
		} {
			got, err := io.ReadAll(bom.Skip(reader(strings.NewReader(text))))
			if strings.HasPrefix(want, "UTF") {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%q, %s: %v, want %s", text, name, err, want)
				}
			} else if string(got) != want || err != nil {
				t.Errorf("%q, %s: %q, %v, want %q", text, name, got, err, want)
			}
		}
	}
	broken := errors.New("broken")
	for _, text := range []string{"", "a", "\xef", "\xef\xbb\xbfa", "abcdef"} {
		if _, err := io.ReadAll(bom.Skip(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))); !errors.Is(err, broken) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := bom.Trim([]byte("\xef\xbb\xbfa")); string(got) != "a" {
		t.Errorf("%q", got)
	}
}

// TestTerminal reads a line of one byte before the next is typed.
func TestTerminal(t *testing.T) {
	from, to := io.Pipe()
	r := bom.Skip(from)
	go func() { _, _ = to.Write([]byte("a")) }()
	b := make([]byte, 10)
	if n, err := r.Read(b); n != 1 || err != nil {
		t.Errorf("%q, %v", b[:n], err)
	}
	to.Close()
}

func TestDiscard(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "\xef\xbb\xbfab": "ab", "\xff\xfea": "\xff\xfea", "\xef\xbba": "\xef\xbba"} {
		in := bufio.NewReader(strings.NewReader(text))
		bom.Discard(in)
		if got, err := io.ReadAll(in); string(got) != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}
