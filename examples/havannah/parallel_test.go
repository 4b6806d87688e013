package main

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/mcts"
)

// BenchmarkSharedTree measures two workers on one tree of size 8 beside one, and beside two with a tree each, in turn.
// All make as many simulations, of which each of two trees has half. It reports medians: of the ratio of two workers to
// one, which is what the tree gains, and of two trees to one, which is what the machine has to give.
func BenchmarkSharedTree(b *testing.B) {
	const simulations = 100_000
	search := func(workers, simulations int) {
		g, err := havannah.New(8)
		if err != nil {
			b.Error(err)
			return
		}
		opt := mcts.Options[havannah.Cell]{RAVE: mcts.RAVE{Weight: 50}, Bandit: mcts.Greedy{}, Workers: workers, Memory: 1 << 30}
		if _, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: simulations}, opt); err != nil {
			b.Error(err)
		}
	}
	ways := []func(){
		func() { search(1, simulations) },
		func() { search(2, simulations) },
		func() {
			var group sync.WaitGroup
			for range 2 {
				group.Go(func() { search(1, simulations/2) })
			}
			group.Wait()
		},
	}
	var speed, shared, apart []float64
	for b.Loop() {
		var times [3]float64
		for i, way := range ways {
			runtime.GC()
			start := time.Now()
			way()
			times[i] = time.Since(start).Seconds()
		}
		speed = append(speed, simulations/times[0])
		shared = append(shared, times[0]/times[1])
		apart = append(apart, times[0]/times[2])
	}
	median := func(x []float64) float64 { slices.Sort(x); return x[len(x)/2] }
	b.ReportMetric(median(speed), "simulations/s")
	b.ReportMetric(median(shared), "shared/one")
	b.ReportMetric(median(apart), "apart/one")
}
