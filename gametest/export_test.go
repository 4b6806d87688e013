package gametest

import "time"

func init() { shortestTime = 10 * time.Minute }
