package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	modpath "golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// A proxy is a module proxy in the file system, to which modules of a workspace are published as if released.
type proxy struct {
	dir   string // removed by close
	cache string // GOMODCACHE of commands that use the proxy
	usual string // proxies for other modules
}

// newProxy makes an empty proxy in a temporary directory. Other modules come from the user's module cache or, if
// missing there, from the user's proxies.
func newProxy(ctx context.Context) (*proxy, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	cache, usual, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	dir, err := os.MkdirTemp("", "ply-proxy-")
	if err != nil {
		return nil, err
	}
	p := &proxy{dir: dir, cache: filepath.Join(dir, "cache"), usual: fileURL(filepath.Join(cache, "cache", "download"))}
	if usual != "" {
		p.usual += "," + strings.TrimSpace(usual)
	}
	return p, os.Mkdir(p.files(), 0o777)
}

func (p *proxy) files() string { return filepath.Join(p.dir, "proxy") }

func (p *proxy) close() error { return os.RemoveAll(p.dir) }

func fileURL(dir string) string {
	dir = filepath.ToSlash(dir)
	if !strings.HasPrefix(dir, "/") {
		dir = "/" + dir // drive letter of Windows
	}
	return "file://" + dir
}

// env returns the environment of go commands that use the proxy: outside a workspace, with a separate module cache,
// because unreleased modules must not enter the user's cache. Other modules are verified by the go.sum files.
func (p *proxy) env() []string {
	return append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=-trimpath -modcacherw -buildvcs=false",
		"GOPROXY="+fileURL(p.files())+","+p.usual,
		"GOMODCACHE="+p.cache,
		"GOENV=off", "GOPRIVATE=", "GONOPROXY=", "GONOSUMDB=*", "GOTOOLCHAIN=local")
}

// publish puts a module into the proxy as it is in the working tree, with the named go.mod.
func (p *proxy) publish(ctx context.Context, w *workspace, m *module, gomod string) error {
	escaped, err := modpath.EscapePath(m.path)
	if err != nil {
		return err
	}
	dir := filepath.Join(p.files(), filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	files, err := moduleFiles(ctx, w, m)
	if err != nil {
		return err
	}
	for i := range files {
		if files[i].Path() == "go.mod" {
			files[i] = treeFile{"go.mod", gomod}
		}
	}
	name := filepath.Join(dir, w.version)
	if err := writeZip(name+".zip", modpath.Version{Path: m.path, Version: w.version}, files); err != nil {
		return fmt.Errorf("%s: %w", m.path, err)
	}
	data, err := os.ReadFile(gomod)
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{w.version, time.Now().UTC()})
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(name+".mod", data, 0o666),
		os.WriteFile(name+".info", info, 0o666),
		os.WriteFile(filepath.Join(dir, "list"), []byte(w.version+"\n"), 0o666))
}

func writeZip(name string, version modpath.Version, files []modzip.File) (err error) {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return modzip.Create(file, version, files)
}

type treeFile struct{ path, file string }

func (f treeFile) Path() string                 { return f.path }
func (f treeFile) Lstat() (fs.FileInfo, error)  { return os.Lstat(f.file) }
func (f treeFile) Open() (io.ReadCloser, error) { return os.Open(f.file) }

// moduleFiles lists the files of a module that Git tracks or would add. As in the go command, a module without a
// license gets the license of the repository.
func moduleFiles(ctx context.Context, w *workspace, m *module) ([]modzip.File, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	cmd.Dir = m.dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files in %s: %w", m.dir, err)
	}
	var files []modzip.File
	licensed := false
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		file := filepath.Join(m.dir, filepath.FromSlash(name))
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			continue // deleted, or a link
		}
		files = append(files, treeFile{path.Clean(name), file})
		licensed = licensed || name == "LICENSE"
	}
	if license := filepath.Join(w.root, "LICENSE"); !licensed {
		if _, err := os.Stat(license); err == nil {
			files = append(files, treeFile{"LICENSE", license})
		}
	}
	return files, nil
}
