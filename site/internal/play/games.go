package play

// Games returns all games, in the order of the site.
func Games() []Game {
	return []Game{
		connectFour(), othelloGame(), havannahGame(), goGame(), breakthroughGame(), twenty48Game(), linesOfAction(), phantomGame(),
	}
}
