package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// All modules must also compile on these platforms.
var platforms = []string{"linux/386", "windows/amd64", "darwin/arm64", "js/wasm", "wasip1/wasm"}

// platformsCommand type-checks all packages with their tests for other platforms. It reads all sources, including the
// standard library, in a tenth of the time of go build.
func platformsCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "platforms")
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
	wrong := 0
	for _, platform := range platforms {
		errs, err := w.check(ctx, platform)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		fmt.Fprintf(std.out, "%s: %d errors\n", platform, len(errs))
		for _, e := range errs {
			fmt.Fprintf(std.out, "\t%s\n", e)
		}
		wrong += len(errs)
	}
	if wrong > 0 {
		return fmt.Errorf("errors on other platforms: %d", wrong)
	}
	return nil
}

// check returns the type errors of the workspace's packages on a platform such as js/wasm, each once.
func (w *workspace) check(ctx context.Context, platform string) ([]string, error) {
	system, processor, _ := strings.Cut(platform, "/")
	patterns := make([]string, len(w.modules))
	for i, m := range w.modules {
		patterns[i] = filepath.Join(m.dir, "...")
	}
	loaded, err := packages.Load(&packages.Config{
		Context:    ctx,
		Dir:        w.root,
		Env:        append(w.env(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS="),
		BuildFlags: []string{"-tags=long"},
		Tests:      true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesSizes,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var errs []string
	for _, p := range loaded {
		for _, e := range p.Errors {
			errs = append(errs, e.Error())
		}
	}
	slices.Sort(errs)
	return slices.Compact(errs), nil
}
