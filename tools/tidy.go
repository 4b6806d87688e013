package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

func tidyCommand(ctx context.Context, std streams, args []string) (err error) {
	flags, root := newFlags(std, "tidy")
	check := flags.Bool("check", false, "change nothing: fail if a file is not tidy")
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
	if w.version == "" {
		return errors.New("go.work has no replacements of its modules, which give their version")
	}
	p, err := newProxy(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	t := tidier{w: w, p: p, std: std, check: *check}
	if err := t.tidyAll(ctx); err != nil {
		return err
	}
	if len(t.untidy) > 0 {
		return fmt.Errorf("not tidy; run `GOWORK=off go -C tools run . tidy`: %s", strings.Join(t.untidy, ", "))
	}
	return nil
}

// A tidier tidies the go.mod files of a workspace. A go.mod may require versions of other modules that are not released
// yet. Tidied modules are therefore published to a proxy, where the modules that use them find them.
type tidier struct {
	w     *workspace
	p     *proxy
	std   streams
	check bool // change nothing
	sums  bool // keep the sums of the workspace's own modules in go.sum, which are valid only for a release

	untidy []string // files that are not tidy, if check
}

func (t *tidier) tidyAll(ctx context.Context) error {
	work, err := t.w.workFile()
	if err != nil {
		return err
	}
	if err := t.write(filepath.Join(t.w.root, "go.work"), work); err != nil {
		return err
	}
	for _, m := range t.w.modules {
		if err := t.tidy(ctx, m); err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		if err := t.p.publish(ctx, t.w, m, t.scratch(m)+".mod"); err != nil {
			return err
		}
	}
	return nil
}

func (t *tidier) tidy(ctx context.Context, m *module) error {
	gomod, err := t.required(m)
	if err != nil {
		return err
	}
	gosum, err := os.ReadFile(filepath.Join(m.dir, "go.sum"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	scratch := t.scratch(m)
	err = errors.Join(
		os.WriteFile(scratch+".mod", gomod, 0o666),
		os.WriteFile(scratch+".sum", t.others(gosum), 0o666))
	if err != nil {
		return err
	}
	if err := t.goCommand(ctx, m, "mod", "tidy", "-modfile="+scratch+".mod"); err != nil {
		return err
	}
	if gomod, err = os.ReadFile(scratch + ".mod"); err != nil {
		return err
	}
	if err := t.write(filepath.Join(m.dir, "go.mod"), gomod); err != nil {
		return err
	}
	sum, err := os.ReadFile(scratch + ".sum")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if keeps := t.check && len(t.others(gosum)) < len(gosum); !t.sums && !keeps {
		sum = t.others(sum)
	}
	return t.write(filepath.Join(m.dir, "go.sum"), sum)
}

// scratch returns the file name, without extension, of temporary copies of a module's go.mod and go.sum.
func (t *tidier) scratch(m *module) string {
	return filepath.Join(t.p.dir, strings.ReplaceAll(m.rel, "/", "-")+"-tidy")
}

// required returns the go.mod of a module with its workspace dependencies at the workspace's version, without
// replacements.
func (t *tidier) required(m *module) ([]byte, error) {
	name := filepath.Join(m.dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Clone(file.Replace) {
		if t.w.module(r.Old.Path) != nil {
			if err := file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range slices.Clone(file.Require) {
		if t.w.module(r.Mod.Path) != nil {
			if err := file.AddRequire(r.Mod.Path, t.w.version); err != nil {
				return nil, err
			}
		}
	}
	for _, path := range m.uses {
		if err := file.AddRequire(path, t.w.version); err != nil {
			return nil, err
		}
	}
	file.Cleanup()
	return file.Format()
}

// others returns a go.sum without the lines of the workspace's own modules.
func (t *tidier) others(sum []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(sum) {
		if path, _, _ := strings.Cut(string(line), " "); t.w.module(path) == nil {
			kept = append(kept, line...)
		}
	}
	return kept
}

// write writes a file that differs, or records it.
func (t *tidier) write(name string, data []byte) error {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if bytes.Equal(old, data) {
		return nil
	}
	rel, err := filepath.Rel(t.w.root, name)
	if err != nil {
		return err
	}
	if t.check {
		t.untidy = append(t.untidy, filepath.ToSlash(rel))
		return nil
	}
	fmt.Fprintln(t.std.out, filepath.ToSlash(rel))
	return os.WriteFile(name, data, 0o666)
}

// goCommand runs the go command in the directory of a module. The command may write the go.mod given by a flag, never
// the module's.
func (t *tidier) goCommand(ctx context.Context, m *module, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = m.dir, t.p.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return nil
}
