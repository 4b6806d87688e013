// Package metrics exports counters of a process that works on tasks of package distributed, for Prometheus:
//
//	m := metrics.New()
//	if err := m.Serve(ctx, "localhost:9090"); err != nil {
//		return err
//	}
//	return queue.Work(ctx, &registry, distributed.WorkOptions{Workers: 8, Done: m.Done})
package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/ply-search/ply/distributed"
)

// Metrics are counters and histograms of the tasks that one process works on.
type Metrics struct {
	registry *prometheus.Registry
	tasks    *prometheus.CounterVec
	amount   *prometheus.CounterVec
	handed   *prometheus.CounterVec
	working  *prometheus.HistogramVec
	storing  prometheus.Histogram
}

// New returns metrics whose counts are 0:
//
//	ply_tasks_total        tasks worked on, by problem and by whether a result was stored
//	ply_amount_total       the sum of the nodes of tasks with a stored result, by problem
//	ply_handed_over_total  further tasks that follow from tasks with a stored result, by problem
//	ply_task_seconds       a histogram of the times of tasks, by problem
//	ply_store_seconds      a histogram of the times of the transactions that store results, for all problems
//
// and the usual metrics of Go and of the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		tasks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ply_tasks_total", Help: "Tasks worked on, by problem and by whether a result was stored.",
		}, []string{"problem", "outcome"}),
		amount: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ply_amount_total", Help: "Amount of work whose result is stored, such as positions.",
		}, []string{"problem"}),
		handed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ply_handed_over_total", Help: "Tasks that followed from tasks whose result is stored.",
		}, []string{"problem"}),
		working: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ply_task_seconds", Help: "Time that tasks take, without storing.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 10),
		}, []string{"problem"}),
		storing: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "ply_store_seconds", Help: "Time that the transactions take which store results.", Buckets: prometheus.ExponentialBuckets(0.0005, 4, 10),
		}),
	}
	m.registry.MustRegister(m.tasks, m.amount, m.handed, m.working, m.storing,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Done adds a task to the metrics. Use it as [distributed.WorkOptions].Done.
func (m *Metrics) Done(r distributed.TaskReport) {
	m.working.WithLabelValues(r.Problem).Observe(r.Working.Seconds())
	if r.Err != nil {
		m.tasks.WithLabelValues(r.Problem, "not stored").Inc()
		return
	}
	m.tasks.WithLabelValues(r.Problem, "stored").Inc()
	m.amount.WithLabelValues(r.Problem).Add(float64(r.Nodes))
	m.handed.WithLabelValues(r.Problem).Add(float64(r.Handed))
	m.storing.Observe(r.Storing.Seconds())
}

// Handler returns a handler that writes the metrics in the format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Serve listens at address, such as localhost:9090, and answers requests for /metrics in the background until ctx ends.
// Serve returns nil as soon as it listens, or an error if it cannot listen.
func (m *Metrics) Serve(ctx context.Context, address string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", m.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			_ = listener.Close()
		}
	}()
	return nil
}
