package cli

import (
	"os"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"
)

// progressLine is what a bar shows: its title, the steps, and how long they will still take.
const progressLine = `{{string . "title"}} {{counters . "%s of %s"}} {{bar . }} {{percent . "%.0f%%"}} {{rtime . "%s left" "%s" ""}}`

// countLine is what is shown where the number of steps is not known: the title, and how long it has taken.
const countLine = `{{string . "title"}} {{etime . "%s"}}`

// A Progress is a bar on the terminal. Where standard error is not a terminal, it shows nothing.
type Progress struct {
	bar *pb.ProgressBar
}

// NewProgress begins to show a bar of a number of steps, under a title. With 0 steps, where nobody knows how many there
// will be, it shows the title and the time.
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

// Set says how many steps are done.
func (p *Progress) Set(steps int) {
	if p.bar != nil {
		p.bar.SetCurrent(int64(steps))
	}
}

// Close takes the bar away.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
