package arena

// The conversions between rates and Elo points.
var (
	EloOf  = eloOf
	RateOf = rateOf
)

// PlayerPanic is the error of a match in which something has panicked.
type PlayerPanic = playerPanic
