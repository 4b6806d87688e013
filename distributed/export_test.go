package distributed

import "database/sql"

// DB returns the connection of a queue, for tests that change what is stored.
func DB(q *Queue) *sql.DB { return q.db }

// Estimate is the estimate of what is left.
func Estimate(n, amount, weight, amountWeight, amountSquare, weightSquare float64) (left, low, high float64, known bool) {
	return estimate{n, amount, weight, amountWeight, amountSquare, weightSquare}.left()
}
