package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

func releaseCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "release")
	dry := flags.Bool("n", false, "check everything and print what would be done, but change nothing")
	if err := parseFlags(flags, args, 1); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(std.log, "usage: tools release [-n] v1.2.3")
		return errUsage
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	w, err := openWorkspace(dir)
	if err != nil {
		return err
	}
	r := release{w: w, version: flags.Arg(0), std: std}
	problems, err := r.check(ctx)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		fmt.Fprintln(std.log, "release:", problem)
	}
	if *dry {
		r.plan()
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s cannot be released: problems: %d", r.version, len(problems))
	}
	if *dry {
		return nil
	}
	return r.make(ctx)
}

// A release gives all modules of a workspace one version.
type release struct {
	w       *workspace
	version string
	std     streams
}

func (r *release) check(ctx context.Context) (problems []string, err error) {
	if semver.Canonical(r.version) != r.version || r.version == "" {
		return nil, fmt.Errorf("%q is not a version such as v1.2.3", r.version)
	}
	dirty, err := r.git(ctx, "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if dirty != "" {
		problems = append(problems, "the working tree is not clean:\n"+dirty)
	}
	tags, err := r.tags(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range r.w.modules {
		if tag := m.tag(r.version); slices.Contains(tags, tag) {
			problems = append(problems, "there is a tag "+tag)
		}
	}
	last := lastVersion(tags)
	if last != "" && semver.Compare(r.version, last) <= 0 {
		problems = append(problems, "it is not later than "+last)
	}
	changelog, err := os.ReadFile(filepath.Join(r.w.root, "CHANGELOG.md"))
	if err != nil {
		return nil, err
	}
	section, found := changelogSection(string(changelog), r.version)
	if !found {
		problems = append(problems, "CHANGELOG.md has no section "+strings.TrimPrefix(r.version, "v"))
	}
	others, err := r.otherVersions()
	if err != nil {
		return nil, err
	}
	problems = append(problems, others...)
	if last == "" {
		fmt.Fprintln(r.std.log, "release: the first one, so no API is compared")
		return problems, nil
	}
	broken, err := r.unmentioned(ctx, last, section)
	return append(problems, broken...), err
}

// otherVersions returns the pages that state another version.
func (r *release) otherVersions() (problems []string, err error) {
	version := strings.TrimPrefix(r.version, "v")
	minor := strings.TrimPrefix(semver.MajorMinor(r.version), "v")
	for file, want := range map[string]string{"CITATION.cff": "\nversion: " + version + "\n", "STABILITY.md": "at present " + minor + ".", "SECURITY.md": "at present " + minor + ","} {
		text, err := os.ReadFile(filepath.Join(r.w.root, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !strings.Contains(string(text), want) {
			problems = append(problems, fmt.Sprintf("%s does not say %q", file, strings.TrimSpace(want)))
		}
	}
	slices.Sort(problems)
	return problems, nil
}

func (r *release) tags(ctx context.Context) ([]string, error) {
	out, err := r.git(ctx, "tag", "--list")
	return strings.Fields(out), err
}

// lastVersion returns the latest version among the tags of the root module, or "".
func lastVersion(tags []string) string {
	last := ""
	for _, tag := range tags {
		if semver.IsValid(tag) && semver.Compare(tag, last) > 0 {
			last = tag
		}
	}
	return last
}

// changelogSection returns the text below the heading of a version: "## 1.2.3", with optional brackets and date.
func changelogSection(changelog, version string) (section string, found bool) {
	heading := regexp.MustCompile(`^## \[?v?` + regexp.QuoteMeta(strings.TrimPrefix(version, "v")) + `\]?(\s|$)`)
	var b strings.Builder
	for line := range strings.Lines(changelog) {
		switch {
		case heading.MatchString(line):
			found = true
		case found && strings.HasPrefix(line, "## "):
			return b.String(), true
		case found:
			b.WriteString(line)
		}
	}
	return b.String(), found
}

func (r *release) plan() {
	for _, m := range r.w.modules {
		if len(m.uses) > 0 {
			fmt.Fprintf(r.std.out, "set    %s/go.mod\n", m.rel)
		}
	}
	fmt.Fprintf(r.std.out, "commit release: %s\n", r.version)
	for _, m := range r.w.modules {
		fmt.Fprintf(r.std.out, "tag    %s\n", m.tag(r.version))
	}
}

// make sets the versions, commits and tags. The sums of the released modules can be computed before publication in the
// order of imports: a module is hashed once its go.mod and go.sum are written. They remain in go.sum until tidy removes
// them after a change.
func (r *release) make(ctx context.Context) (err error) {
	p, err := newProxy(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	r.w.version = r.version
	t := tidier{w: r.w, p: p, std: streams{io.Discard, r.std.log}, sums: true}
	if err := t.tidyAll(ctx); err != nil {
		return err
	}
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "--allow-empty", "-m", "release: " + r.version}} {
		if _, err := r.git(ctx, args...); err != nil {
			return err
		}
	}
	for _, m := range r.w.modules {
		if _, err := r.git(ctx, "tag", "-a", "-m", m.path+" "+r.version, m.tag(r.version)); err != nil {
			return err
		}
		fmt.Fprintln(r.std.out, m.tag(r.version))
	}
	return nil
}

func (r *release) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = r.w.root
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, log.String())
	}
	return string(out), nil
}
