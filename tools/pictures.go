package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

func picturesCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "pictures")
	if err := parseFlags(flags, args, math.MaxInt); err != nil {
		return err
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	index, err := os.ReadFile(filepath.Join(dir, "examples", "README.md"))
	if err != nil {
		return err
	}
	all := pictures(string(index))
	for _, name := range flags.Args() {
		if !slices.ContainsFunc(all, func(p picture) bool { return p.name == name }) {
			return fmt.Errorf("examples/README.md has no picture %q", name)
		}
	}
	for _, p := range all {
		if flags.NArg() > 0 && !slices.Contains(flags.Args(), p.name) {
			continue
		}
		fmt.Fprintln(std.log, p.command)
		if err := p.make(ctx, dir); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// A picture belongs to the index of the examples. It shows the drawing or the output of a command.
type picture struct{ name, command string }

var image = regexp.MustCompile(`<img src="pictures/([a-z0-9]+)\.svg"[^>]* alt="([^"]+)"`)

// pictures returns the pictures of a page, whose alternative texts are their commands.
func pictures(text string) []picture {
	var all []picture
	for _, m := range image.FindAllStringSubmatch(text, -1) {
		all = append(all, picture{m[1], strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(m[2])})
	}
	return all
}

const mostBytes = 40_000

// make runs the command in the root of the repository. Output other than SVG is drawn as a terminal.
func (p picture) make(ctx context.Context, root string) error {
	file := filepath.Join(root, "examples", "pictures", p.name+".svg")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", p.command)
	var out, log bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, &out, &log
	cmd.Env = append(os.Environ(), "GOWORK="+filepath.Join(root, "go.work"))
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, log.String())
	}
	if strings.TrimSpace(out.String()) == "" {
		return errors.New("the command prints nothing")
	}
	drawn := out.Bytes()
	if !strings.Contains(out.String(), "<svg") {
		drawn = terminal(p.command, out.String())
	}
	if len(drawn) > mostBytes {
		return fmt.Errorf("%d bytes, more than %d", len(drawn), mostBytes)
	}
	return os.WriteFile(file, drawn, 0o666)
}

// Greatest part of an output that is drawn, and the size of a character.
const (
	mostLines, mostColumns = 24, 100
	charWidth, lineHeight  = 8, 18
)

// terminal draws a terminal with a command and its output.
func terminal(command, output string) []byte {
	lines := append([]string{"$ " + command}, strings.Split(strings.TrimRight(output, "\n"), "\n")...)
	if len(lines) > mostLines {
		lines = append(lines[:mostLines-1], "…")
	}
	columns := 0
	for i, line := range lines {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "        "), " \r")
		if runes := []rune(line); len(runes) > mostColumns {
			line = string(runes[:mostColumns-1]) + "…"
		}
		lines[i], columns = line, max(columns, utf8.RuneCountInString(line))
	}
	width, height := (columns+3)*charWidth, (len(lines)+1)*lineHeight
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="13">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="#1e1e1e"/>`+"\n", width, height)
	for i, line := range lines {
		if line == "" {
			continue
		}
		colour := "#d4d4d4"
		if i == 0 {
			colour = "#8fd18f"
		}
		text := strings.TrimLeft(line, " ")
		runes := utf8.RuneCountInString(text)
		x := (utf8.RuneCountInString(line)-runes)*charWidth + charWidth*3/2
		fmt.Fprintf(&b, `<text x="%d" y="%d" textLength="%d" fill="%s" xml:space="preserve">`, x, (i+1)*lineHeight, runes*charWidth, colour)
		_ = xml.EscapeText(&b, []byte(text)) // a buffer does not fail
		b.WriteString("</text>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
