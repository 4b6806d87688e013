package engine

import "github.com/ply-search/ply"

// Limits returns [Options].Limits, the limits of the search for each move.
func (p *Player[M]) Limits() ply.Limits { return p.opt.Limits }
