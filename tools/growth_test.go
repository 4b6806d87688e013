package main

import (
	"reflect"
	"testing"
)

func TestGrowths(t *testing.T) {
	const out = `goos: linux
BenchmarkGrowth/search=graph/size=1000-2         	       1	    614591 ns/op	         0.1407 MB	       568.9 ns/unit
BenchmarkGrowth/search=graph/size=1000-2         	       1	    614591 ns/op	         0.1407 MB	       460 ns/unit
BenchmarkGrowth/search=graph/size=10000         	       1	  26943826 ns/op	         1e-05 MB	      2693 ns/unit
BenchmarkGrowth/search=uct/size=1000-2         	       1	    614591 ns/op	         2 MB	       568.9 ns/unit
PASS
`
	got, err := growths([]byte(out))
	want := []growth{{"graph", []growthPoint{{1000, 460, 0.1407}, {10000, 2693, 1e-5}}}, {"uct", []growthPoint{{1000, 568.9, 2}}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, error %v, want %v", got, err, want)
	}
	if picture, err := drawGrowth(got); err != nil || len(picture) < 1000 {
		t.Errorf("a picture of %d bytes, error %v", len(picture), err)
	}
	if _, err := growths([]byte("PASS\n")); err == nil {
		t.Error("no error for a run without benchmarks")
	}
}
