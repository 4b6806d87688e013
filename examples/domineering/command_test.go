package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asCommand makes the test program the command itself.
const asCommand = "DOMINEERING_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCommand(t *testing.T) {
	for _, test := range []struct {
		args, out string // where the output goes to, if not here
		status    int
		err       string
	}{
		{args: "-size 3 -time 1ms"},
		{args: "-size 3 -time 1ms surplus", status: 2, err: `unexpected argument "surplus"`},
		{args: "-size 9", status: 1, err: "9"},
		{args: "-size 3 -time 1ms", out: "/dev/full", status: 1, err: "no space left"},
	} {
		command := exec.Command(os.Args[0], strings.Fields(test.args)...)
		command.Env = append(os.Environ(), asCommand+"=1")
		var out, err bytes.Buffer
		command.Stdout, command.Stderr = &out, &err
		if test.out != "" {
			file, err := os.OpenFile(test.out, os.O_WRONLY, 0)
			if err != nil {
				continue // /dev/full is of Linux
			}
			defer file.Close()
			command.Stdout = file
		}
		_ = command.Run()
		status := command.ProcessState.ExitCode()
		if status != test.status || !strings.Contains(err.String(), test.err) || (status == 0) != strings.Contains(out.String(), "wins") {
			t.Errorf("%s: status %d, %q, %q, want %d, %s", test.args, status, out.String(), err.String(), test.status, test.err)
		}
	}
}
