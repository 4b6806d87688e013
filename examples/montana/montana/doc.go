// Package montana is the solitaire Montana, also called Gaps (Helmstetter 2007, chapter 3).
package montana
