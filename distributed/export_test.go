package distributed

import "database/sql"

// DB returns the connection of a queue, for tests that change what is stored.
func DB(q *Queue) *sql.DB { return q.db }

// Estimate is the estimate of what is left.
func Estimate(n, amount, part, amountPart, amountSquare, partSquare, whole float64) (left, low, high float64, known bool) {
	e := estimate{n, amount, part, amountPart, amountSquare, partSquare, whole}
	return e.left()
}
