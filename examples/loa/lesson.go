package main

import (
	"context"
	"errors"

	"github.com/ply-search/ply/examples/internal/cli"
)

// A lesson is a way to learn weights.
type lesson struct {
	name string
}

func lessons() []lesson { return nil }

func (l *lesson) learn(ctx context.Context, folder string, workers int, bar *cli.Progress) (string, error) {
	return "", errors.New("none")
}
