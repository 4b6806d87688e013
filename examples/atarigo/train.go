package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

type training struct {
	folder string
	seed   uint64
	opt    atarigo.TrainingOptions
	json   bool
}

// The files of a model.
const (
	weightsFile = "weights.txt"
	windowsFile = "windows.bin"
)

func trainCommand(std cli.Streams) *cli.Command {
	var t training
	flags := flag.NewFlagSet("atarigo train", flag.ContinueOnError)
	flags.StringVar(&t.folder, "o", "", "write "+weightsFile+" and "+windowsFile+" to this `folder` (none: only tell how good the model is)")
	cli.Number(flags, &t.opt.Size, "size", 6, 4, atarigo.MaxSize, "rows of the board")
	cli.Number(flags, &t.opt.Starts, "starts", 150, 2, 1_000_000, "`number` of random positions to solve")
	cli.Number(flags, &t.opt.Positions, "positions", 2500, 1, 1_000_000, "take this `number` of positions from each at most")
	cli.Number(flags, &t.opt.MaxNodes, "nodes", 2_000_000, 1, cli.Many, "stop each search after this number of `nodes`")
	cli.Number(flags, &t.opt.Passes, "passes", 20, 1, 10_000, "`number` of passes of gradient descent through all positions")
	cli.Seed(flags, &t.seed, "the random positions")
	flags.BoolVar(&t.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Fit the model that guides solve -method dfpn.",
		"Random positions are solved, and a logistic model learns from the positions met who wins. To use it, write it to\n"+
			"the folder of the package, which holds its present model, and build again: train -o examples/atarigo/atarigo.\n"+
			"The losses are those of positions from other starts than the model was trained with, less is better.",
		func(ctx context.Context) error { return t.run(ctx, std) })
}

func (t *training) run(ctx context.Context, std cli.Streams) error {
	if t.folder != "" {
		if err := cli.CheckOutput(filepath.Join(t.folder, weightsFile)); err != nil {
			return err
		}
	}
	progress := cli.NewProgress(t.opt.Starts, "starts")
	defer progress.Close()
	t.opt.Source = rand.NewPCG(t.seed, 0)
	t.opt.Progress = func(starts, positions int) {
		progress.Title(fmt.Sprintf("%d positions, starts", positions))
		progress.Set(starts)
	}
	m, r, err := atarigo.Train(ctx, t.opt)
	if err != nil {
		return err
	}
	progress.Close()
	for name, write := range map[string]func(io.Writer) error{weightsFile: m.WriteNumbers, windowsFile: m.WriteWindows} {
		if t.folder != "" && err == nil {
			err = atomicfile.Write(filepath.Join(t.folder, name), write)
		}
	}
	if err != nil {
		return err
	}
	return cli.Write(std.Out, t.json, r, "trained with %d positions; loss %.3f on %d others, where that of the present model is %.3f\n",
		r.Positions, r.Loss, r.HeldOut, r.PresentLoss)
}
