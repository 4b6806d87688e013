package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
)

var references = regexp.MustCompile(`(?:href|src)="([^"#]*)(?:#[^"]*)?"`)

// TestPages follows the links of all pages, which lead to other pages of the site or to the reference.
func TestPages(t *testing.T) {
	all := files{}
	texts, pictures, err := findTexts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(all.addPages(texts), all.addTexts(texts, pictures)); err != nil {
		t.Fatal(err)
	}
	if all["read/readme.html"] == nil || all["read/howto-clock.html"] == nil || all["read/examples-montana.html"] == nil {
		t.Errorf("the texts are %d, without the README, a how-to or the story of Montana", len(texts))
	}
	if !strings.Contains(string(all["read/howto-algorithms.html"]), "<code>search.<wbr>Depth<wbr>First</code>") {
		t.Error("code in tables cannot be broken")
	}
	for name, data := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range references.FindAllStringSubmatch(string(data), -1) {
			target := m[1]
			if strings.HasPrefix(m[0], "src") && strings.Contains(target, "://") {
				t.Errorf("%s: the picture %s is on another host", name, target)
			}
			if target == "" || strings.HasPrefix(target, "https://") || strings.HasPrefix(target, "data:") {
				continue
			}
			if target = path.Join(path.Dir(name), target); all[target] == nil {
				t.Errorf("%s: there is no %s", name, target)
			}
		}
		for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
			if strings.Contains(string(data), inline) {
				t.Errorf("%s has %q, which the policy forbids", name, inline)
			}
		}
	}
}

// TestHandler asks for addresses that there are and that there are not.
func TestHandler(t *testing.T) {
	s := httptest.NewServer(handler(files{"index.html": []byte("start"), "play/x.html": []byte("x")}))
	defer s.Close()
	for _, test := range []struct{ address, want string }{
		{"/", "start"}, {"/index.html", "start"}, {"/play/x.html", "x"}, {"/nonsense", "start"}, {"/play/", "start"},
		{"/../../etc/passwd", "start"}, {"/play/x.html?moves=%00", "x"},
	} {
		response, err := s.Client().Get(s.URL + test.address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || string(body) != test.want || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %q, status %d, error %v", test.address, body, response.StatusCode, err)
		}
		if p := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") {
			t.Errorf("%s: policy %q", test.address, p)
		}
	}
	response, err := s.Client().Post(s.URL, "text/plain", strings.NewReader("x"))
	if err != nil || response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v, error %v", response, err)
	}
}

// TestUsage calls the command with wrong arguments.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"build"}, {"build", "-o"}, {"nonsense"}, {"-port", "x"}, {"build", "-o", "x", "y"}} {
		var log strings.Builder
		if err := run(t.Context(), args, &log); err != errUsage || log.Len() == 0 {
			t.Errorf("%q: error %v, log %q", args, err, &log)
		}
	}
}
