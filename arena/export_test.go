package arena

// The conversions between rates and Elo points.
var (
	EloOf  = eloOf
	RateOf = rateOf
)
