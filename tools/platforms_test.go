package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestPlatforms(t *testing.T) {
	root := fake(t)
	must(t, root, "tidy")
	must(t, root, "platforms")
	write(t, filepath.Join(root, "part", "part_test.go"), "package part\n\nvar large int = 1 << 40\n")
	write(t, filepath.Join(root, "lib_windows.go"), "package fake\n\nvar none = missing\n")
	out, _, err := tool(t, root, "platforms")
	if err == nil {
		t.Fatal("errors were not found")
	}
	lines := strings.Split(out, "\n")
	for platform, want := range map[string]string{"linux/386": "part_test.go", "windows/amd64": "lib_windows.go", "darwin/arm64": ""} {
		found := ""
		for i, line := range lines {
			if strings.HasPrefix(line, platform) {
				found = lines[i+1]
			}
		}
		if !strings.Contains(found, want) || (want == "") == strings.HasPrefix(found, "\t") {
			t.Errorf("%s: %q, want %q:\n%s", platform, found, want, out)
		}
	}
}
