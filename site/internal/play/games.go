package play

// Games returns the games of the page, in its order.
func Games() []Game {
	return []Game{
		connectFour(), othelloGame(), havannahGame(), goGame(), breakthroughGame(), twenty48Game(), linesOfAction(), phantomGame(),
	}
}
