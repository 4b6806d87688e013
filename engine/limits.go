package engine

import "github.com/ply-search/ply"

// Limits returns the limits of the player's [Options].
func (p *Player[M]) Limits() ply.Limits { return p.opt.Limits }
