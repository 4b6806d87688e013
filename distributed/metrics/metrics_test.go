package metrics_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/distributed/metrics"
)

func TestMetrics(t *testing.T) {
	m := metrics.New()
	m.Done(distributed.TaskReport{Problem: "dials", Nodes: 70, Handed: 3, Working: time.Second, Storing: time.Millisecond})
	m.Done(distributed.TaskReport{Problem: "dials", Nodes: 7, Working: time.Second})
	m.Done(distributed.TaskReport{Problem: "dials", Err: errors.New("failed")})
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`ply_tasks_total{outcome="stored",problem="dials"} 2`, `ply_tasks_total{outcome="not stored",problem="dials"} 1`,
		`ply_amount_total{problem="dials"} 77`, `ply_handed_over_total{problem="dials"} 3`, `ply_task_seconds_count{problem="dials"} 3`,
		`ply_store_seconds_count 2`,
	} {
		if !strings.Contains(answer.Body.String(), want+"\n") {
			t.Errorf("no line %s in\n%s", want, answer.Body)
		}
	}
	if err := m.Serve(t.Context(), "no address"); err == nil {
		t.Error("no error")
	}
}
