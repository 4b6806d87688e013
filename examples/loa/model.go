package main

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/learn"
)

// modelFile returns what evaluates by the model in a file.
func modelFile(name string) (evaluating, error) {
	m, err := learn.Load(name, loa.ModelGame)
	if err != nil {
		return nil, err
	}
	return evaluating(learn.ForAlphaBeta[loa.Move](m, ply.MaxValue)), nil
}
