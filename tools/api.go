package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"
)

// unmentioned returns the incompatible changes of the API since a release that a section of the changelog omits. A
// change must be listed under "Changed" or "Removed" by the name of its identifier or, if a whole package is gone, of
// the package. Examples are exempt.
func (r *release) unmentioned(ctx context.Context, last, section string) (problems []string, err error) {
	old, err := os.MkdirTemp("", "ply-"+last+"-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(old)) }()
	if _, err := r.git(ctx, "clone", "-q", "--shared", "--branch", last, r.w.root, old); err != nil {
		return nil, err
	}
	before, err := openWorkspace(old)
	if err != nil {
		return nil, err
	}
	text := breaking(section)
	for _, m := range before.modules {
		if strings.HasPrefix(m.rel, "examples/") {
			continue
		}
		changes, err := incompatible(ctx, before, r.w, m.path)
		if err != nil {
			return nil, err
		}
		for _, change := range changes {
			if name := changedName(change); !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(text) {
				problems = append(problems, fmt.Sprintf("%s changed incompatibly since %s, and CHANGELOG.md does not mention %s: %s", m.path, last, name, change))
			}
		}
	}
	return problems, nil
}

// breaking returns the parts of a section under the headings Changed and Removed.
func breaking(section string) string {
	var b strings.Builder
	within := false
	for line := range strings.Lines(section) {
		if heading, found := strings.CutPrefix(line, "### "); found {
			within = slices.Contains([]string{"Changed", "Removed"}, strings.TrimSpace(heading))
		} else if within {
			b.WriteString(line)
		}
	}
	return b.String()
}

// changedName returns the identifier of a change: "Options.Depth: removed" has Depth.
func changedName(change string) string {
	what, _, _ := strings.Cut(change, ": ")
	what, _, _ = strings.Cut(strings.TrimPrefix(what, "package "), ",")
	return what[strings.LastIndexAny(what, "./")+1:]
}

// incompatible returns the incompatible changes of a module between two states of the workspace.
func incompatible(ctx context.Context, before, after *workspace, path string) ([]string, error) {
	if after.module(path) == nil {
		return []string{"package " + path + ": removed"}, nil
	}
	old, err := api(ctx, before, before.module(path))
	if err != nil {
		return nil, err
	}
	now, err := api(ctx, after, after.module(path))
	if err != nil {
		return nil, err
	}
	var changes []string
	for _, change := range apidiff.ModuleChanges(old, now).Changes {
		if !change.Compatible {
			changes = append(changes, change.Message)
		}
	}
	return changes, nil
}

func api(ctx context.Context, w *workspace, m *module) (*apidiff.Module, error) {
	config := &packages.Config{
		Context: ctx,
		Mode:    packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
		Dir:     m.dir,
		Env:     w.env(),
	}
	loaded, err := packages.Load(config, "./...")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.path, err)
	}
	result := &apidiff.Module{Path: m.path}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", pkg.PkgPath, pkg.Errors[0])
		}
		if public(pkg) {
			result.Packages = append(result.Packages, pkg.Types)
		}
	}
	return result, nil
}

func public(pkg *packages.Package) bool {
	return pkg.Name != "main" && !slices.Contains(strings.Split(pkg.PkgPath, "/"), "internal")
}
