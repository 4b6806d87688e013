package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// TestKigo has Kigo, a board of KDE, play a game of the bot against itself on a screen that nobody sees.
func TestKigo(t *testing.T) {
	long.Only(t)
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	for _, name := range []string{"kigo", "xvfb-run", "dbus-run-session", "xdotool"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed (packages kigo, xvfb, xauth, dbus, xdotool)", name)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("engine", fmt.Sprintf("#!/bin/sh\ncd '%s'\ntee in | PLY_FAKE_ENGINE=itself '%s' | tee out\n", home, program))
	write(".config/kigorc", fmt.Sprintf("[Backend]\nEngineCommand=%s/engine\n\n[Game]\nBlackPlayerHuman=false\nWhitePlayerHuman=false\nBoardSize=5\nFixedHandicapValue=0\n", home))
	write("play", `#!/bin/sh
# The button that starts the game is clicked until the bot is asked for a move; the game ends with a pass.
cd "$HOME"
kigo >/dev/null 2>&1 &
board=$!
for i in $(seq 3000); do # ten minutes, on the slowest of machines
	sleep 0.2
	if grep -q genmove in 2>/dev/null; then
		grep -q 'pass\|resign' out && break
	elif grep -q list_stones in 2>/dev/null; then
		xdotool mousemove 749 678 click 1
	fi
done
kill $board
`)
	cmd := exec.Command("xvfb-run", "-a", "-s", "-screen 0 1100x800x24", "dbus-run-session", "--", filepath.Join(home, "play"))
	cmd.Env = append(os.Environ(), "HOME="+home, "LC_ALL=C.UTF-8")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	in, _ := os.ReadFile(filepath.Join(home, "in"))
	out, _ := os.ReadFile(filepath.Join(home, "out"))
	commands := strings.Split(strings.TrimSpace(string(in)), "\n")
	moves := 0
	for i, answer := range strings.Split(strings.TrimSpace(string(out)), "\n\n") {
		command := commands[min(i, len(commands)-1)]
		if strings.HasPrefix(command, "genmove") {
			moves++
		}
		if !strings.HasPrefix(answer, "=") && !strings.HasPrefix(command, "level") && command != "fixed_handicap 0" { // which GNU Go has
			t.Errorf("%s: %s", command, answer)
		}
	}
	if moves < 5 {
		t.Errorf("%d moves in %q", moves, commands)
	}
	t.Logf("%d moves, %d commands", moves, len(commands))
}
