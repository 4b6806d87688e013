package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// files are the contents of the site's files by their paths.
type files map[string][]byte

// Files made by the Go toolchain.
const (
	wasmFile = "assets/ply.wasm.z" // compressed; the page decompresses it
	execFile = "assets/wasm_exec.js"
)

func makeSite(ctx context.Context) (files, error) {
	all := files{}
	texts, pictures, err := findTexts(ctx)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(all.addPages(texts), all.addTexts(texts, pictures)); err != nil {
		return nil, err
	}
	wasm, support, err := compile(ctx)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	to, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := to.Write(wasm); err != nil {
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	all[wasmFile], all[execFile] = packed.Bytes(), support
	return all, nil
}

func (f files) write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, f[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// policy is the Content-Security-Policy of all pages: nothing is loaded from, or sent to, other hosts. The pages repeat
// it for servers that do not send it.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"

// handler serves the files. An unknown address leads to the start page.
func handler(all files) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		data, found := all[name]
		header := w.Header()
		header.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		case !found:
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		kind := mime.TypeByExtension(path.Ext(name))
		switch path.Ext(name) { // the types of the operating system vary
		case ".html":
			kind = "text/html; charset=utf-8"
		case ".js":
			kind = "text/javascript; charset=utf-8"
		case ".css":
			kind = "text/css; charset=utf-8"
		case ".svg":
			kind = "image/svg+xml"
		case ".kif":
			kind = "text/plain; charset=utf-8"
		case ".z", "":
			kind = "application/octet-stream"
		}
		header.Set("Content-Type", kind)
		header.Set("Content-Length", fmt.Sprint(len(data)))
		header.Set("Cache-Control", "no-cache")
		if r.Method == http.MethodGet {
			_, _ = w.Write(data) // the client may have disconnected
		}
	})
}
