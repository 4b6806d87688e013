package cli

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Progress is a bar on the terminal. Where standard error is not a terminal, it shows nothing.
type Progress struct {
	bar *progressbar.ProgressBar
}

// NewProgress begins to show a bar of a number of steps, under a title.
func NewProgress(steps int, title string) *Progress {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return &Progress{}
	}
	return &Progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetDescription(title),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true),
	)}
}

// Title changes the title.
func (p *Progress) Title(title string) {
	if p.bar != nil {
		p.bar.Describe(title)
	}
}

// Set says how many steps are done.
func (p *Progress) Set(steps int) {
	if p.bar != nil {
		_ = p.bar.Set(steps) // a bar that cannot be drawn is no reason to stop
	}
}

// Close takes the bar away.
func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
