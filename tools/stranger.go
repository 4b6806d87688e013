package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func strangerCommand(ctx context.Context, std streams, args []string) (err error) {
	flags, root := newFlags(std, "stranger")
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	w, err := openWorkspace(dir)
	if err != nil {
		return err
	}
	p, err := newProxy(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	for _, m := range w.modules {
		if err := p.publish(ctx, w, m, filepath.Join(m.dir, "go.mod")); err != nil {
			return err
		}
	}
	s := stranger{w: w, p: p, std: std, home: filepath.Join(p.dir, "stranger"), began: time.Now()}
	return s.visit(ctx)
}

// A stranger has an empty directory and gets the modules from a proxy, at a version, like any user.
type stranger struct {
	w     *workspace
	p     *proxy
	std   streams
	home  string
	began time.Time
}

// visit uses a release as a new user would: it runs the programs of the README and a count with distributed in a new
// module, installs all commands, and runs some.
func (s *stranger) visit(ctx context.Context) error {
	if err := os.Mkdir(s.home, 0o777); err != nil {
		return err
	}
	core := s.w.owner("github.com/ply-search/ply")
	if core == nil {
		return errors.New("the workspace lacks the module of the library")
	}
	for _, args := range [][]string{{"mod", "init", "example.com/stranger"}, {"get", core.path + "@" + s.w.version}} {
		if _, err := s.run(ctx, "go", args...); err != nil {
			return err
		}
	}
	readme, err := os.ReadFile(filepath.Join(s.w.root, "README.md"))
	if err != nil {
		return err
	}
	blocks := goBlocks(string(readme))
	if len(blocks) < 2 {
		return fmt.Errorf("README.md: %d blocks of Go code instead of 2 games", len(blocks))
	}
	for i, block := range blocks {
		if !strings.HasPrefix(block, "package main\n") && i > 0 {
			if err := s.command(ctx, fmt.Sprint("game", i+1), readmeCommand(blocks[i-1], block)); err != nil {
				return fmt.Errorf("README.md, program %d: %w", i+1, err)
			}
			continue
		}
		if err := s.program(ctx, fmt.Sprint("game", i+1), block, printed(block)); err != nil {
			return fmt.Errorf("README.md, program %d: %w", i+1, err)
		}
	}
	if err := s.count(ctx); err != nil {
		return err
	}
	return s.commands(ctx)
}

// count runs the example of package distributed, which counts with SQLite, as a program.
func (s *stranger) count(ctx context.Context) error {
	m := s.w.module("github.com/ply-search/ply/distributed")
	if m == nil {
		return errors.New("the workspace lacks the module distributed")
	}
	if _, err := s.run(ctx, "go", "get", m.path+"@"+s.w.version); err != nil {
		return err
	}
	example, err := os.ReadFile(filepath.Join(m.dir, "example_test.go"))
	if err != nil {
		return err
	}
	source, want, err := exampleProgram(string(example))
	if err != nil {
		return err
	}
	return s.program(ctx, "count", source, want)
}

// commands finds the modules, packages and files of all commands, as an installation does, but compiles only montana,
// and runs it. The others are compiled by their tests, in the workspace.
func (s *stranger) commands(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, "work")
	cmd.Dir, cmd.Env, cmd.Stderr = s.w.root, s.w.env(), s.std.log
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for _, pkg := range strings.Fields(string(out)) {
		args := []string{"install", pkg + "@" + s.w.version}
		if path.Base(pkg) != "montana" {
			args = []string{"install", "-n", pkg + "@" + s.w.version}
		}
		if _, err := s.run(ctx, "go", args...); err != nil {
			return err
		}
	}
	solved, err := s.run(ctx, s.bin("montana"))
	if err == nil && !strings.Contains(solved, "solved") {
		err = fmt.Errorf("montana solves nothing:\n%s", solved)
	}
	return err
}

func (s *stranger) bin(name string) string { return filepath.Join(s.home, "bin", name) }

// program compiles and runs a program in the stranger's module, and compares its output.
func (s *stranger) program(ctx context.Context, name, source, want string) error {
	if err := s.write(ctx, name, source); err != nil {
		return err
	}
	got, err := s.run(ctx, "go", "run", "./"+name)
	if err != nil {
		return err
	}
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		return fmt.Errorf("printed\n%sinstead of\n%s", got, want)
	}
	return nil
}

// command compiles a command of a game and lets it play against itself.
func (s *stranger) command(ctx context.Context, name, source string) error {
	if err := s.write(ctx, name, source); err != nil {
		return err
	}
	got, err := s.run(ctx, "go", "run", "./"+name, "play", "-first", "alphabeta", "-second", "mcts,nodes=100")
	if err == nil && !strings.Contains(got, "first wins") {
		err = fmt.Errorf("alpha-beta loses a game that it could win:\n%s", got)
	}
	return err
}

func (s *stranger) write(ctx context.Context, name, source string) error {
	dir := filepath.Join(s.home, name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	formatted, err := format.Source([]byte(source))
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, source)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), formatted, 0o666); err != nil {
		return err
	}
	_, err = s.run(ctx, "go", "mod", "tidy")
	return err
}

// run runs a command in the stranger's directory and returns its standard output.
func (s *stranger) run(ctx context.Context, name string, args ...string) (string, error) {
	fmt.Fprintf(s.std.log, "%4.0fs  %s %s\n", time.Since(s.began).Seconds(), filepath.Base(name), strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, name, args...)
	var out, log bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.home, &out, &log
	cmd.Env = append(s.p.env(), "GOBIN="+filepath.Join(s.home, "bin"))
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out.String(), log.String())
	}
	return out.String(), nil
}

func goBlocks(text string) []string {
	var blocks []string
	for {
		_, rest, found := strings.Cut(text, "```go\n")
		block, after, closed := strings.Cut(rest, "```")
		if !found || !closed {
			return blocks
		}
		blocks, text = append(blocks, block), after
	}
}

// printed returns the output of a program, which is in the comments after fmt.Println, up to a colon.
func printed(program string) string {
	want := ""
	for line := range strings.Lines(program) {
		if _, text, found := strings.Cut(line, ") // "); found && strings.Contains(line, "fmt.Println(") {
			text, _, _ = strings.Cut(strings.TrimSpace(text), ": ")
			want += text + "\n"
		}
	}
	return want
}

// readmeCommand makes a program of a function main and the declarations of another program.
func readmeCommand(program, main string) string {
	before, _, _ := strings.Cut(program, "\nfunc main() {")
	_, declarations, _ := strings.Cut(before, "\n)\n")
	return "package main\n\nimport \"github.com/ply-search/ply/engine/command\"\n" + declarations + "\n" + main
}

// exampleProgram makes a program of a file with an Example.
func exampleProgram(file string) (source, want string, err error) {
	_, output, found := strings.Cut(file, "// Output:")
	if !found || !strings.Contains(file, "\nfunc Example() {") {
		return "", "", errors.New("no Example with an output")
	}
	for line := range strings.Lines(output) {
		text, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if want != "" && !comment {
			break
		}
		if text = strings.TrimSpace(text); text != "" {
			want += text + "\n"
		}
	}
	_, body, _ := strings.Cut(file, "\n")
	return "package main\n" + strings.Replace(body, "\nfunc Example() {", "\nfunc main() {", 1), want, nil
}
