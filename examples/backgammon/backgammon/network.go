package backgammon

// ModelGame is the name of the game in models that read the features of [Game.AppendSparse].
const ModelGame = "backgammon, features 1"

// Outcomes returns the possible outcomes of a game, for a model ([github.com/ply-search/ply/learn.Model].Outcomes).
func Outcomes() []int { return []int{-3, -2, -1, 1, 2, 3} }
