package clitest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/internal/cli"
)

// Interrupted runs a command with the flag -state in a number of processes, each killed at a random moment after the state
// file exists, and then once to its end. The final JSON object must equal the object of an uninterrupted run, except for
// the members listed in apart. With the arguments other, the command must refuse the state. It must also refuse damaged
// states, and leave refused states unchanged. TestMain must call [Main].
func Interrupted(t *testing.T, command Command, kills int, apart []string, args, other string) {
	t.Helper()
	want := Object[map[string]any](t, command, strings.Fields(args)...)
	state := filepath.Join(t.TempDir(), "state")
	with := append(strings.Fields(args), "-state", state)
	random := rand.New(rand.NewPCG(1, 1))
	for range kills {
		c := Process(with...)
		Start(t, c)
		ended := make(chan struct{})
		go func() {
			_ = c.Wait()
			close(ended)
		}()
		for over := false; !over; {
			select {
			case <-ended:
				over = true
			case <-time.After(10 * time.Millisecond):
				_, err := os.Stat(state)
				over = err == nil
			}
		}
		select {
		case <-ended:
		case <-time.After(time.Duration(random.IntN(1500)) * time.Millisecond):
			_ = c.Process.Kill()
			<-ended
		}
	}
	out, err := Process(with...).Output()
	var got map[string]any
	if err == nil {
		err = json.Unmarshal(out, &got)
	}
	if err != nil {
		t.Fatalf("%s: %q, error %v", args, out, err)
	}
	for _, name := range apart {
		delete(got, name)
		delete(want, name)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s, killed %d times: %v, want %v", args, kills, got, want)
	}
	whole, err := os.ReadFile(state)
	if err != nil {
		t.Fatalf("the state was not kept: %v", err)
	}
	refused := func(args []string, data []byte) {
		t.Helper()
		if err := os.WriteFile(state, data, 0o666); err != nil {
			t.Fatal(err)
		}
		r := Run(t, command, "", args...)
		after, err := os.ReadFile(state)
		if r.Status != cli.Failure || !strings.Contains(r.Err, state) || err != nil || !bytes.Equal(after, data) {
			t.Errorf("%q: status %d, %s, the file is changed: %t", args, r.Status, r.Err, !bytes.Equal(after, data))
		}
	}
	refused(append(strings.Fields(other), "-state", state), whole)
	refused(with, whole[:len(whole)-1])
	damaged := bytes.Clone(whole)
	damaged[len(damaged)/2] ^= 1
	refused(with, damaged)
	refused(with, nil)
}
