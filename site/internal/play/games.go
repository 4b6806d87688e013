package play

// Games returns the games in the order of the page.
func Games() []Game {
	return []Game{
		connectFour(), othelloGame(), havannahGame(), goGame(), breakthroughGame(), twenty48Game(), linesOfAction(), phantomGame(),
	}
}
