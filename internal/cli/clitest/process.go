package clitest

import (
	"os"
	"os/exec"
	"testing"

	"github.com/ply-search/ply/internal/cli"
)

// asCommand is the environment variable that makes a test program the command.
const asCommand = "PLY_TEST_COMMAND"

// Main runs the command instead of the tests if the test program was started by [Process] or after [StartsCommand], and does
// not return then. It is for TestMain.
func Main(command Command) {
	if os.Getenv(asCommand) != "" {
		cli.Main(command)
	}
}

// Process returns the command as a process of its own, which is not yet started: the test program, whose TestMain calls
// [Main]. What it writes as errors is shown by verbose tests.
func Process(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asCommand+"=1")
	if testing.Verbose() {
		c.Stderr = os.Stderr
	}
	return c
}

// Start starts a process, or skips the test on a system without processes.
func Start(t testing.TB, c *exec.Cmd) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Skip(err)
	}
}

// Kill kills a process without a warning, and waits for its end. Nil is no process.
func Kill(c *exec.Cmd) {
	if c != nil {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
}

// StartsCommand makes the test program the command for whoever starts it during the test.
func StartsCommand(t testing.TB) { t.Setenv(asCommand, "1") }
