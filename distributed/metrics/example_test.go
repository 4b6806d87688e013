package metrics_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/distributed/metrics"
)

// A worker reports each task to the metrics, and Prometheus reads them over HTTP.
func Example() {
	m := metrics.New()
	opt := distributed.WorkOptions{Workers: 8, Done: m.Done} // for Queue.Work

	// The worker calls this after each task.
	opt.Done(distributed.TaskReport{Problem: "my-game", Working: time.Second, Nodes: 50_000, Handed: 3})
	opt.Done(distributed.TaskReport{Problem: "my-game", Working: time.Second, Nodes: 20_000})

	// What Prometheus reads. A program would call m.Serve instead.
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for line := range strings.Lines(answer.Body.String()) {
		if strings.HasPrefix(line, "ply_tasks") || strings.HasPrefix(line, "ply_amount") {
			fmt.Print(line)
		}
	}

	// Output:
	// ply_amount_total{problem="my-game"} 70000
	// ply_tasks_total{outcome="stored",problem="my-game"} 2
}
