//go:build !wasm

package mcts

import "sync/atomic"

// load32 reads a number that other workers may change.
func load32(p *uint32) uint32 { return atomic.LoadUint32(p) }
