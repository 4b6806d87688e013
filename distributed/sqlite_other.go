//go:build js || wasip1

package distributed

import (
	"context"
	"errors"
)

func openSQLite(context.Context, string) (*Queue, error) {
	return nil, errors.New("SQLite does not run on this platform")
}
