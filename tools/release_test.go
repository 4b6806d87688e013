package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakePath is that of a module on a server whose protocol the go command knows without asking it.
const fakePath = "github.com/ply-search/fake"

// fake makes a repository of three modules, where the second uses the first and the third both.
func fake(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	config := filepath.Join(t.TempDir(), "gitconfig")
	write(t, config, "[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n"+
		"[url \""+fileURL(root)+"\"]\n\tinsteadOf = https://"+fakePath+"\n[protocol \"file\"]\n\tallow = always\n[safe]\n\tdirectory = *\n")
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "")
	for name, text := range map[string]string{
		"go.work":               "go 1.26.0\n\nuse (\n\t.\n\t./examples/show\n\t./part\n)\n\nreplace " + fakePath + " v0.1.0 => ./\n",
		"go.mod":                "module " + fakePath + "\n\ngo 1.26.0\n",
		"LICENSE":               "As you like.\n",
		"CHANGELOG.md":          "# Changelog\n\n## [0.1.0] - 2026-11-25\n\n### Added\n\n- All.\n",
		"CITATION.cff":          "title: Fake\nversion: 0.1.0\n",
		"STABILITY.md":          "One version, at present 0.1.\n",
		"lib.go":                "package fake\n\n// One is 1.\nfunc One() int { return 1 }\n\n// A Thing has a Size.\ntype Thing struct{ Size int }\n",
		"part/go.mod":           "module " + fakePath + "/part\n\ngo 1.26.0\n\nrequire " + fakePath + " v0.0.0\n\nreplace " + fakePath + " => ../\n",
		"part/part.go":          "package part\n\nimport \"" + fakePath + "\"\n\nfunc Two() int { return 2 * fake.One() }\n",
		"examples/show/go.mod":  "module " + fakePath + "/examples/show\n\ngo 1.26.0\n",
		"examples/show/main.go": "package main\n\nimport \"" + fakePath + "/part\"\n\nfunc main() { println(part.Two()) }\n",
		".gitignore":            "ignored.txt\n",
		"ignored.txt":           "not of a module\n",
	} {
		write(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	gitRun(t, root, "init", "-q")
	return root
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func gitRun(t *testing.T, root string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// tool runs the tool in root.
func tool(t *testing.T, root string, args ...string) (out, log string, err error) {
	t.Helper()
	var o, l bytes.Buffer
	err = run(t.Context(), streams{&o, &l}, append([]string{args[0], "-root", root}, args[1:]...))
	return o.String(), l.String(), err
}

func must(t *testing.T, root string, args ...string) string {
	t.Helper()
	out, log, err := tool(t, root, args...)
	if err != nil {
		t.Fatalf("tools %v: %v\n%s", args, err, log)
	}
	return out
}

func commit(t *testing.T, root string) {
	t.Helper()
	gitRun(t, root, "add", "-A")
	gitRun(t, root, "commit", "-q", "-m", "change")
}

func TestTidy(t *testing.T) {
	root := fake(t)
	if _, _, err := tool(t, root, "tidy", "-check"); err == nil || !strings.Contains(err.Error(), "go.work, part/go.mod, examples/show/go.mod") {
		t.Errorf("what is not tidy is not named: %v", err)
	}
	must(t, root, "tidy")
	must(t, root, "tidy", "-check")
	for name, want := range map[string]string{
		"part/go.mod":          "module " + fakePath + "/part\n\ngo 1.26.0\n\nrequire " + fakePath + " v0.1.0\n",
		"examples/show/go.mod": "require " + fakePath + "/part v0.1.0\n\nrequire " + fakePath + " v0.1.0 // indirect\n",
		"go.work":              "\t" + fakePath + "/examples/show v0.1.0 => ./examples/show\n",
	} {
		if got := read(t, filepath.Join(root, name)); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\ninstead of\n%s", name, got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "part", "go.sum")); err == nil && read(t, filepath.Join(root, "part", "go.sum")) != "" {
		t.Error("go.sum has the sums of modules that are not released")
	}
}

func TestRelease(t *testing.T) {
	root := fake(t)
	must(t, root, "tidy")
	commit(t, root)
	head := gitRun(t, root, "rev-parse", "HEAD")

	want := "set    part/go.mod\nset    examples/show/go.mod\ncommit release: v0.1.0\n" +
		"tag    v0.1.0\ntag    part/v0.1.0\ntag    examples/show/v0.1.0\n"
	if got := must(t, root, "release", "-n", "v0.1.0"); got != want {
		t.Errorf("plan:\n%s\ninstead of\n%s", got, want)
	}
	if gitRun(t, root, "tag") != "" || gitRun(t, root, "rev-parse", "HEAD") != head || gitRun(t, root, "status", "--porcelain") != "" {
		t.Error("-n changed something")
	}
	must(t, root, "release", "v0.1.0")
	if got, want := strings.Fields(gitRun(t, root, "tag")), []string{"examples/show/v0.1.0", "part/v0.1.0", "v0.1.0"}; !slices.Equal(got, want) {
		t.Errorf("tags %v instead of %v", got, want)
	}
	must(t, root, "tidy", "-check")
	checkSums(t, root)

	// The next release, of which nothing is said yet, takes away a function and a field.
	write(t, filepath.Join(root, "lib.go"), "package fake\n\n// Uno is 1.\nfunc Uno() int { return 1 }\n\n// A Thing has none.\ntype Thing struct{}\n")
	write(t, filepath.Join(root, "part", "part.go"), "package part\n\nimport \""+fakePath+"\"\n\nfunc Two() int { return 2 * fake.Uno() }\n")
	expect := func(fragments ...string) {
		t.Helper()
		_, log, err := tool(t, root, "release", "-n", "v0.2.0")
		if (err != nil) != (len(fragments) > 0) {
			t.Errorf("error %v\n%s", err, log)
		}
		for _, f := range fragments {
			if !strings.Contains(log, f) {
				t.Errorf("%q is missing in:\n%s", f, log)
			}
		}
	}
	expect("the working tree is not clean", "CHANGELOG.md has no section 0.2.0", "CITATION.cff does not say \"version: 0.2.0\"", "STABILITY.md does not say \"at present 0.2.\"", "does not mention One", "does not mention Size")
	write(t, filepath.Join(root, "CITATION.cff"), "title: Fake\nversion: 0.2.0\n")
	write(t, filepath.Join(root, "STABILITY.md"), "One version, at present 0.2.\n")
	changelog := read(t, filepath.Join(root, "CHANGELOG.md"))
	write(t, filepath.Join(root, "CHANGELOG.md"), changelog+"\n## 0.2.0\n\n### Added\n\n- One, and Size.\n\n### Removed\n\n- `Thing.Size`.\n")
	commit(t, root)
	expect("does not mention One")
	write(t, filepath.Join(root, "CHANGELOG.md"), changelog+"\n## 0.2.0\n\n### Changed\n\n- `One` is `Uno`.\n\n### Removed\n\n- `Thing.Size`.\n")
	must(t, root, "tidy")
	commit(t, root)
	expect()
	must(t, root, "release", "v0.2.0")
	if got := read(t, filepath.Join(root, "examples", "show", "go.mod")); !strings.Contains(got, fakePath+"/part v0.2.0\n") {
		t.Errorf("another version in\n%s", got)
	}
	checkSums(t, root)
}

func TestReleaseRefuses(t *testing.T) {
	root := fake(t)
	must(t, root, "tidy")
	commit(t, root)
	gitRun(t, root, "tag", "part/v0.1.0")
	gitRun(t, root, "tag", "v0.3.0")
	for _, test := range []struct{ version, want string }{
		{"0.1.0", "not a version"},
		{"v1", "not a version"},
		{"v0.1.0", "there is a tag part/v0.1.0"},
		{"v0.2.0", "not later than v0.3.0"},
		{"v0.4.0", "no section 0.4.0"},
	} {
		_, log, err := tool(t, root, "release", test.version)
		if err == nil || !strings.Contains(log+err.Error(), test.want) {
			t.Errorf("%s: %v\n%s", test.version, err, log)
		}
	}
	if got := gitRun(t, root, "tag"); got != "part/v0.1.0\nv0.3.0\n" {
		t.Errorf("tags: %s", got)
	}
}

// checkSums compares the sums that the release wrote with those of the modules that the go command makes of the tags.
func checkSums(t *testing.T, root string) {
	t.Helper()
	sum := read(t, filepath.Join(root, "examples", "show", "go.sum"))
	for _, path := range []string{fakePath, fakePath + "/part"} {
		version := lastVersion(strings.Fields(gitRun(t, root, "tag")))
		cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", path+"@"+version)
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=direct", "GOPRIVATE="+fakePath, "GOFLAGS=-modcacherw", "GOMODCACHE="+t.TempDir())
		out, err := cmd.Output()
		var module struct{ Sum, GoModSum, Error string }
		if jsonErr := json.Unmarshal(out, &module); err != nil || jsonErr != nil || module.Sum == "" {
			t.Fatalf("go mod download: %v, %v\n%s", err, jsonErr, out)
		}
		for _, line := range []string{path + " " + version + " " + module.Sum, path + " " + version + "/go.mod " + module.GoModSum} {
			if !strings.Contains(sum, line+"\n") {
				t.Errorf("go.sum lacks %s:\n%s", line, sum)
			}
		}
	}
}
