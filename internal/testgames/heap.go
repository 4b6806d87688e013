package testgames

import (
	"fmt"
	"strconv"
)

// Heap is a heap of stones. Two sides take one to three in turn; who takes the last one wins.
type Heap struct{ Stones, Side int }

// NewHeap returns a heap of the number of stones in position, ten if it is empty.
func NewHeap(position string) (*Heap, error) {
	h := &Heap{Stones: 10}
	if position != "" {
		n, err := strconv.Atoi(position)
		if err != nil || n < 0 || n > 1000 {
			return nil, fmt.Errorf("%.20q is no number of stones", position)
		}
		h.Stones = n
	}
	return h, nil
}

func (h *Heap) Moves(dst []int) []int {
	for n := 1; n <= min(h.Stones, 3); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (h *Heap) Play(n int) { h.Stones -= n; h.Side = 1 - h.Side }

func (h *Heap) Undo(n int) { h.Stones += n; h.Side = 1 - h.Side }

func (h *Heap) ToMove() int { return h.Side }

// Outcome is a loss: the other side has taken the last stone.
func (h *Heap) Outcome() int { return -1 }

func (h *Heap) Acyclic() bool { return true }

func (h *Heap) String() string { return fmt.Sprintf("%d stones", h.Stones) }
