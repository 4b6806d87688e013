package sgf_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
)

// boards returns the last positions of the games of a text, as rows from the top.
func boards(t *testing.T, text string) []string {
	t.Helper()
	games, err := sgf.Read(strings.NewReader(text))
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return nil
	}
	var all []string
	for _, g := range games {
		b, _, err := goban.Replay(g.MainLine(), goban.Rules{Superko: true})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var rows strings.Builder
		for y := b.Size() - 1; y >= 0; y-- {
			for x := range b.Size() {
				rows.WriteByte(".XO"[b.At(b.Point(x, y))])
			}
			rows.WriteByte(' ')
		}
		all = append(all, strings.TrimSpace(rows.String()))
	}
	return all
}

// TestCollections reads what programs and people have written in collections of games.
func TestCollections(t *testing.T) {
	for text, want := range map[string]string{
		// Brackets.
		"(;SZ[2];B[aa]))":                         "X. ..",
		"(;SZ[2];B[aa])))\n(;SZ[2];W[bb]))":       "X. ..|.. .O",
		"(;SZ[2];B[aa];W[ab]":                     "X. O.",
		"(;SZ[2];B[aa](;W[ab]":                    "X. O.",
		"(;SZ[2];B[aa](;W[ab])":                   "X. O.",
		"(;SZ[2]":                                 ".. ..",
		"(;GM[1]SZ[2];B[aa]\n(;GM[1]SZ[2];W[bb])": "X. ..|.. .O",
		"((;SZ[2];B[aa]))":                        "X. ..",
		// What stands around.
		"From: A (b)\nSubject: (c\r\n\r\n(;SZ[2];B[aa])": "X. ..",
		"(;SZ[2];B[aa])\n-- \nme (x)\n(\n;SZ[2])":        "X. ..|.. ..",
		"(;SZ[2];B[aa])\x00\x1a":                         "X. ..",
		"(;SZ[2]\r\n;B[aa]\r\n;W[ab]\r\n)\r\n":           "X. O.",
		"(;SZ[2]\r;B[aa]\r)":                             "X. ..",
		// Values.
		"(;SZ[2]KM[]HA[]GM[]PL[];B[aa])":                "X. ..",
		"(;SZ[2]KM[ 3.75 ];B[aa])":                      "X. ..",
		"(;SZ[2]KM[6,5];B[aa])":                         "X. ..",
		"(;SZ[ 2 : 2 ];B[aa ];W[ a\nb])":                "X. O.",
		"(;SZ[3]AB[ aa : ba ][];W[ ])":                  "XX. ... ...",
		"(;GaMe[1]SiZe[2];Black[aa];White[ab])":         "X. O.",
		"(;SZ[3]AddBlack[aa]AddWhite[bb];AddEmpty[aa])": "... .O. ...",
		"(;SZ[2]AB[aa]AB[bb])":                          "X. .X",
		"(;SZ[2]C[\\]\\\\;B[bb\\]\\:(];B[aa])":          "X. ..",
		"(;SZ[3]AB[bb:aa])":                             "XX. XX. ...",
		"(;SZ[3]AB[ab:ba])":                             "XX. XX. ...",
		// Stones as recorded.
		"(;SZ[2]AB[aa][bb];AW[aa])":                            "O. .X",
		"(;SZ[2]AB[aa][bb]AW[aa])":                             "O. .X",
		"(;SZ[2]AB[aa][aa])":                                   "X. ..",
		"(;SZ[2]AB[aa]AE[aa])":                                 ".. ..",
		"(;SZ[2];B[aa];W[aa])":                                 "O. ..",
		"(;SZ[2];B[aa];B[aa])":                                 "X. ..",
		"(;SZ[3]AW[ba][bb]AB[ab];W[ab])":                       ".O. OO. ...",
		"(;SZ[3]AW[ab][ba];B[aa];W[cc])":                       ".O. O.. ..O",         // suicide of one stone,
		"(;SZ[3]AW[ac][bb][ca]AB[ab][ba];B[aa])":               "..O .O. O..",         // and of several
		"(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])": ".XO. XO.O .XO. ....", // ko
		"(;SZ[2];B[];W[];B[aa];W[tt])":                         "X. ..",
	} {
		if got := strings.Join(boards(t, text), "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	games, err := sgf.Read(strings.NewReader("(;KM[3.75])"))
	if err != nil {
		t.Fatal(err)
	}
	if b, _, err := goban.Replay(games, goban.Rules{}); err != nil || b.Rules().Komi != 7.5 {
		t.Errorf("%v", err)
	}
}

// TestUpTo cuts lines at moves.
func TestUpTo(t *testing.T) {
	games, err := sgf.Read(strings.NewReader("(;SZ[3]B[aa];AW[cc];W[bb];AW[ca];B[ab])"))
	if err != nil {
		t.Fatal(err)
	}
	for moves, want := range []int{0, 2, 4, 5, 5} {
		b, _, err := goban.Replay(goban.UpTo(games[0].MainLine(), moves), goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if stones := len(b.Points()) - len(b.EmptyPoints()); stones != want {
			t.Errorf("%d moves: %d stones, want %d", moves, stones, want)
		}
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// TestEncodings reads a comment in many encodings. In several of them the second byte of a character is a bracket or a
// backslash.
func TestEncodings(t *testing.T) {
	for name, e := range map[string]struct {
		encoding.Encoding
		comment string
	}{
		"GB2312": {simplifiedchinese.GBK, "围棋 ]\\"}, "gbk": {simplifiedchinese.GBK, "抅乗"}, "GB18030": {simplifiedchinese.GB18030, "抅𠀀"},
		"Big5": {traditionalchinese.Big5, "功許蓋"}, "Shift_JIS": {japanese.ShiftJIS, "ソ表ﾎﾟ九段"}, "EUC-JP": {japanese.EUCJP, "碁"},
		"EUC-KR": {korean.EUCKR, "바둑"}, "ISO-8859-1": {charmap.Windows1252, "Zürich"}, "windows-1251": {charmap.Windows1251, "Го"},
		"KOI8-R": {charmap.KOI8R, "Го"}, "IBM850": {charmap.CodePage850, "é"}, "UTF-8": {unicode.UTF8, "碁"}, "": {unicode.UTF8, "碁"}, "utf8": {unicode.UTF8, "é"},
	} {
		value, err := e.NewEncoder().String(escapes.Replace(e.comment))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		other, _ := simplifiedchinese.GBK.NewEncoder().String("抅") // a second game in another encoding, named late
		games, err := sgf.Read(strings.NewReader("(;C[" + value + "]CA[" + name + "];B[aa]C[" + value + "])(;C[" + other + "]CA[GBK])"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, n := range append(games[0].MainLine(), games[1]) {
			if got, _ := n.Value("C"); got != []string{e.comment, e.comment, "抅"}[i] {
				t.Errorf("%s, node %d: %q", name, i, got)
			}
		}
		if got, _ := games[1].Value("CA"); got != "UTF-8" {
			t.Errorf("CA is %s though the values are in UTF-8", got)
		}
	}
}

// TestMarks reads texts that say by a byte order mark, or by their first character, what they are written in.
func TestMarks(t *testing.T) {
	const text = "(;SZ[2]CA[GBK]C[碁];B[aa])"
	for name, e := range map[string]encoding.Encoding{
		"UTF-8": unicode.UTF8BOM, "UTF-16LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
		"UTF-16LE without a mark": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "UTF-16BE without a mark": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		"UTF-32LE": utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "UTF-32BE": utf32.UTF32(utf32.BigEndian, utf32.UseBOM),
	} {
		in, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		games, err := sgf.Read(strings.NewReader(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ca, _ := games[0].Value("CA")
		if c, _ := games[0].Value("C"); c != "碁" || ca != "UTF-8" || len(games[0].MainLine()) != 2 {
			t.Errorf("%s: %q", name, c)
		}
	}
}

// TestEncodingErrors names encodings that cannot be read, and reads games whose encoding does not matter.
func TestEncodingErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\n(;CA[ISO-2022-JP]C[x])":           `line 2: CA: the encoding "ISO-2022-JP" cannot be read`,
		"(;CA[HZ-GB-2312])":                  `line 1: CA: the encoding "HZ-GB-2312" cannot be read`,
		"(;CA[nonsense]\n;B[aa]C[\xc3\xa9])": `line 2: C: the encoding "nonsense", which CA names, is unknown`,
	} {
		if _, err := sgf.Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"(;CA[nonsense]C[x])", "(;CA[UTF-16]C[x])", "(;CA[US-ASCII]C[x])", "(;CA[])"} {
		if _, err := sgf.Read(strings.NewReader(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
