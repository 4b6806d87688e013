package saved

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

var header = Header{Kind: "test", Fingerprint: 7, Options: "a=1", Layout: "uint64"}

// sample writes a stream with values of all kinds and two blocks of data.
func sample(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	err := Write(&b, header, func(w *Writer) {
		w.Uint(math.MaxUint64)
		w.Int(-3)
		w.Float(math.Inf(-1))
		w.String("text")
		w.Bytes(make([]byte, blockSize))
		WriteImage(w, []point{{1, -2}, {3, 4}})
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type point struct {
	x uint8
	y int32
}

// read reads what sample writes, and reports whether it is that.
func read(from io.Reader, want Header) (same bool, err error) {
	err = Read(from, want, func(r *Reader) {
		points := make([]point, 2)
		same = r.Uint() == math.MaxUint64 && r.Int() == -3 && math.IsInf(r.Float(), -1) && r.String() == "text" &&
			bytes.Equal(r.Bytes(), make([]byte, blockSize))
		ReadImage(r, points)
		same = same && points[0] == point{1, -2} && points[1] == point{3, 4}
	})
	return same, err
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	data := sample(t)
	from := bytes.NewReader(append(data, "rest"...))
	if same, err := read(iotest.OneByteReader(from), header); !same || err != nil {
		t.Errorf("%v, error %v", same, err)
	}
	if from.Len() != len("rest") {
		t.Errorf("%d bytes are left, want those of another stream", from.Len())
	}
}

func TestOtherHeadersAreRefused(t *testing.T) {
	data := sample(t)
	for _, test := range []struct {
		want Header
		err  string
	}{
		{Header{"tree", 7, "a=1", "uint64"}, "it is of another kind: test, want tree"},
		{Header{"test", 8, "a=1", "uint64"}, "another game"},
		{Header{"test", 7, "a=2", "uint64"}, `other options: "a=1", want "a=2"`},
		{Header{"test", 7, "a=1", "uint32"}, "another program or machine"},
	} {
		if _, err := read(bytes.NewReader(data), test.want); err == nil || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%v: error %v, want %s", test.want, err, test.err)
		}
	}
	for text, want := range map[string]string{
		"":                                 "no saved state",
		"GIF89a":                           "no saved state",
		firstLine[:10]:                     "damaged",
		magic + "2\n":                      `format "2\n", want 1`,
		firstLine + "\xff\xff\xff\xff":     "damaged",
		firstLine + "\x00\x00\x00\x00abcd": "damaged",
	} {
		if _, err := read(strings.NewReader(text), header); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// No stream with a byte changed, left out or added is believed, however it goes on.
func TestDamageIsFound(t *testing.T) {
	data := sample(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		damaged := bytes.Clone(data)
		at := random.IntN(len(data))
		if random.IntN(2) == 0 {
			at = random.IntN(200)
		}
		switch random.IntN(4) {
		case 0:
			damaged[at] ^= 1 << random.IntN(8)
		case 1:
			damaged = damaged[:at]
		case 2:
			damaged = append(damaged[:at], damaged[at+1:]...)
		case 3:
			damaged = append(damaged[:at], append([]byte{byte(random.Uint32())}, damaged[at:]...)...)
		}
		if bytes.HasPrefix(damaged, data) {
			continue // a byte after the end
		}
		if _, err := read(bytes.NewReader(damaged), header); err == nil && !bytes.Equal(damaged, data) {
			t.Fatalf("damage at byte %d of %d is not found", at, len(data))
		}
	}
}

// Errors of the reader and the writer below are returned as they are.
func TestErrorsBelow(t *testing.T) {
	broken := errors.New("broken")
	data := sample(t)
	for _, n := range []int{0, 30, 60, 1000, len(data) - 1} {
		from := io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(broken))
		if _, err := read(from, header); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: error %v", n, err)
		}
		full := &limited{left: n, err: broken}
		if err := Write(full, header, func(w *Writer) { w.Bytes(data) }); !errors.Is(err, broken) {
			t.Errorf("room for %d bytes: error %v", n, err)
		}
	}
}

// A limited writer fails after so many bytes.
type limited struct {
	left int
	err  error
}

func (l *limited) Write(data []byte) (int, error) {
	if l.left -= len(data); l.left < 0 {
		return 0, l.err
	}
	return len(data), nil
}

// Data that are whole but not what the reader wants are refused.
func TestReadersCheckWhatTheyRead(t *testing.T) {
	write := func(write func(*Writer)) io.Reader {
		var b bytes.Buffer
		if err := Write(&b, header, write); err != nil {
			t.Fatal(err)
		}
		return &b
	}
	for name, test := range map[string]struct {
		from io.Reader
		read func(*Reader)
	}{
		"too many":    {write(func(w *Writer) { w.Int(6) }), func(r *Reader) { r.Count(5) }},
		"negative":    {write(func(w *Writer) { w.Int(-1) }), func(r *Reader) { r.Count(5) }},
		"left over":   {write(func(w *Writer) { w.Int(1) }), func(*Reader) {}},
		"missing":     {write(func(*Writer) {}), func(r *Reader) { r.Int() }},
		"a long text": {write(func(w *Writer) { w.Uint(1 << 60) }), func(r *Reader) { _ = r.String() }},
		"failed":      {write(func(*Writer) {}), func(r *Reader) { r.Fail("wrong") }},
	} {
		if err := Read(test.from, header, test.read); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLayout(t *testing.T) {
	type nested struct {
		_ [2]point
		_ bool
	}
	if got, err := Layout[nested](); err != nil || !strings.HasPrefix(got, "{ 0:[2]{ 0:uint8 4:int32 }8 16:bool }20") {
		t.Errorf("%q, error %v", got, err)
	}
	for name, layout := range map[string]func() (string, error){
		"a pointer": Layout[*int], "a string": Layout[string], "a slice inside": Layout[struct{ s []int }], "a map": Layout[map[int]int],
	} {
		if got, err := layout(); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, header, func(w *Writer) { w.String("text") }); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		var text string
		from := bytes.NewReader(data)
		if err := Read(from, header, func(r *Reader) { text = r.String() }); err != nil {
			return
		}
		var again bytes.Buffer
		_ = Write(&again, header, func(w *Writer) { w.String(text) })
		if !bytes.Equal(again.Bytes(), data[:len(data)-from.Len()]) {
			t.Errorf("%q is read as %q, which is written as %q", data, text, again.Bytes())
		}
	})
}
