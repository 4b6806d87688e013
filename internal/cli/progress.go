package cli

import (
	"os"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"
)

// progressLine is the template of a bar with its title, the steps and the estimated time left.
const progressLine = `{{string . "title"}} {{counters . "%s of %s"}} {{bar . }} {{percent . "%.0f%%"}} {{rtime . "%s left" "%s" ""}}`

// countLine is the template for an unknown number of steps: the title and the elapsed time.
const countLine = `{{string . "title"}} {{etime . "%s"}}`

// A Progress is a progress bar on standard error. It shows nothing if standard error is not a terminal.
type Progress struct {
	bar *pb.ProgressBar
}

// NewProgress shows a bar with a title and a number of steps. If steps is 0, the number is unknown, and only the title
// and the elapsed time are shown.
func NewProgress(steps int, title string) *Progress {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return &Progress{}
	}
	line := progressLine
	if steps == 0 {
		line = countLine
	}
	bar := pb.New(steps).SetTemplateString(line).SetWriter(os.Stderr).Set(pb.CleanOnFinish, true).Set("title", title)
	return &Progress{bar.Start()}
}

// Title changes the title.
func (p *Progress) Title(title string) {
	if p.bar != nil {
		p.bar.Set("title", title)
	}
}

// Set sets the number of completed steps.
func (p *Progress) Set(steps int) {
	if p.bar != nil {
		p.bar.SetCurrent(int64(steps))
	}
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
