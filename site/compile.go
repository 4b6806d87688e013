package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Import paths of this module and of the program for the browser.
const (
	module = "github.com/ply-search/ply/site"
	worker = module + "/worker"
)

// compile compiles the worker to WebAssembly, and returns it with the Go toolchain's script that starts it.
func compile(ctx context.Context) (wasm, support []byte, err error) {
	root, err := goCommand(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	if support, err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, nil, fmt.Errorf("the Go toolchain lacks its support of WebAssembly: %w", err)
	}
	dir, err := os.MkdirTemp("", "ply-site-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "worker.wasm")
	target := []string{"GOOS=js", "GOARCH=wasm"}
	flags := []string{"-trimpath", "-ldflags=-s -w"}
	if _, err = goCommand(ctx, target, "list", worker); err == nil {
		// Inside the repository, or inside a module that requires this one.
		_, err = goCommand(ctx, target, append(append([]string{"build"}, flags...), "-o", file, worker)...)
	} else {
		file, err = install(ctx, dir, target, flags)
	}
	if err != nil {
		return nil, nil, err
	}
	wasm, err = os.ReadFile(file)
	return wasm, support, err
}

// install compiles the worker at the version of this command and returns the file. The go command installs programs for
// another system only below GOPATH, so GOPATH is a temporary directory; the module cache stays.
func install(ctx context.Context, dir string, target, flags []string) (string, error) {
	version, err := ownVersion()
	if err != nil {
		return "", err
	}
	cache, err := goCommand(ctx, nil, "env", "GOMODCACHE")
	if err != nil {
		return "", err
	}
	target = append(slices.Clone(target), "GOPATH="+dir, "GOMODCACHE="+cache, "GOBIN=", "GOWORK=off")
	_, err = goCommand(ctx, target, append(append([]string{"install"}, flags...), worker+"@"+version)...)
	return filepath.Join(dir, "bin", "js_wasm", "worker"), err
}

// ownVersion returns the version of this command.
func ownVersion() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != module || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "", errors.New("this command was built in the repository, and runs only there: `go install " + module + "@latest` installs one that runs anywhere")
	}
	return info.Main.Version, nil
}

// goCommand runs the go command and returns the line that it prints.
func goCommand(ctx context.Context, environment []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), environment...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, log.String())
	}
	return strings.TrimSpace(out.String()), nil
}
