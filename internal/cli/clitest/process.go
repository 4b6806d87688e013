package clitest

import (
	"os"
	"os/exec"
	"testing"

	"github.com/ply-search/ply/internal/cli"
)

// asCommand is the environment variable that makes [Main] run the command instead of the tests.
const asCommand = "PLY_TEST_COMMAND"

// Main is called by TestMain. If the test program was started by [Process] or after [StartsCommand], Main runs the command
// instead of the tests and does not return.
func Main(command Command) {
	if os.Getenv(asCommand) != "" {
		cli.Main(command)
	}
}

// Process returns a new process, not yet started, that runs the command. It executes the test program, whose TestMain must
// call [Main]. Verbose tests show its error output.
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

// Kill kills a process without warning and waits for its end. If c is nil, Kill does nothing.
func Kill(c *exec.Cmd) {
	if c != nil {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
}

// StartsCommand makes processes that execute the test program during this test run the command.
func StartsCommand(t testing.TB) { t.Setenv(asCommand, "1") }
