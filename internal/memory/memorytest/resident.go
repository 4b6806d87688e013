package memorytest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// FixedResident is the number of bytes by which the resident memory may grow during a search besides the memory of the
// search: pages of the program, stacks, and reserves of the garbage collector.
const FixedResident = 4 << 20

// The garbage collector's behaviour depends on the machine, so these tests run only on request.
var resident = flag.Bool("resident", false, "measure the resident memory of searches")

const residentChild = "PLY_MEMORYTEST_RESIDENT"

// CheckResident runs a search in its own process, and fails if the resident memory of that process grows by more than a
// third above the number of bytes that the search returns, promised or reported, plus [FixedResident], or by less than
// half of it, which would mean that nothing was measured.
//
// The process is this test program, which runs this test again up to here. Call CheckResident once in a test or
// subtest. It skips the test without the flag -resident, on systems without /proc, and with the race detector, which
// takes memory.
func CheckResident(t *testing.T, search func() (bytes int)) {
	t.Helper()
	if !*resident {
		t.Skip("resident memory is measured with -resident")
	}
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	if _, ok := status("VmHWM"); !ok {
		t.Skip("no /proc/self/status tells the resident memory")
	}
	if os.Getenv(residentChild) == t.Name() {
		promised, grown := measure(search)
		if !t.Failed() {
			fmt.Printf("\nresident %d %d\n", promised, grown)
			os.Exit(0)
		}
		t.FailNow()
	}
	promised, grown := inChild(t)
	t.Logf("%d bytes were promised, %d are resident: %.3f", promised, grown, float64(grown)/float64(promised))
	if grown > promised/3*4+FixedResident || grown < promised/2 {
		t.Errorf("%d bytes were promised, %d are resident", promised, grown)
	}
}

func inChild(t *testing.T) (promised, grown int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var pattern []string
	for _, name := range strings.Split(t.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(name)+"$")
	}
	child := exec.CommandContext(t.Context(), self, "-test.run="+strings.Join(pattern, "/"), "-test.timeout=10m", "-resident")
	// The usual settings of the garbage collector, not the settings of this process.
	child.Env = append(os.Environ(), residentChild+"="+t.Name(), "GOGC=100", "GOMEMLIMIT=off")
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, last, _ := bytes.Cut(out, []byte("\nresident "))
	if _, err := fmt.Sscan(string(last), &promised, &grown); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return promised, grown
}

func measure(search func() (bytes int)) (promised, grown int) {
	runtime.GC()
	debug.FreeOSMemory()
	// The peak is reset if the system allows it. Otherwise it includes the start of the program, which is little.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	before, _ := status("VmRSS")
	promised = search()
	peak, _ := status("VmHWM")
	return promised, peak - before
}

func status(name string) (bytes int, ok bool) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, name+":"); found {
			_, err := fmt.Sscanf(rest, "%d kB", &bytes)
			return bytes << 10, err == nil
		}
	}
	return 0, false
}
