package learn

// An alternative is a move that [TrainOnline] tries, but does not play.
type alternative[M comparable] struct {
	features []Feature // of the position after it
	replies  []M
	target   []float64
	sum      tally // of the alternatives of a game
}

// tryAlternative adds the gradient of the position after a move. Its target is the value after the best reply.
func (p *onlinePlayer[G, M]) tryAlternative(m M, finisher Finisher) error {
	g, o, length := p.now, &p.other, len(p.line)
	moves, side := p.moves, p.side
	p.moves = o.replies
	defer func() {
		for i := len(p.line) - 1; i >= length; i-- {
			g.Undo(p.line[i])
		}
		p.line, p.moves, p.side, o.replies = p.line[:length], moves, side, p.moves
	}()
	p.make(m)
	if finisher.Finished() {
		return nil // its value is known
	}
	o.features = p.sparse.AppendSparse(o.features[:0])
	view := viewer(g)
	if p.listMoves(); p.chance() && len(p.moves) > 0 {
		if err := p.draw(); err != nil {
			return err
		}
		p.listMoves()
	}
	if len(p.moves) > 0 && !p.chance() {
		best, _, err := p.best(finisher)
		if err != nil {
			return err
		}
		p.make(p.moves[best])
	}
	from, err := p.evaluate(finisher)
	if err != nil {
		return err
	}
	o.target = append(o.target[:0], p.value...)
	p.head.turn(o.target, from, view)
	if err := p.estimate(o.features); err != nil {
		return err
	}
	o.sum.add(p.learnLast(o.target, o.target))
	return nil
}
