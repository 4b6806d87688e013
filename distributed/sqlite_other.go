//go:build js || wasip1 || 386 || arm || mips || mipsle

package distributed

import (
	"context"
	"errors"
)

// River's driver for SQLite needs 64 bits.
func openSQLite(context.Context, string) (*Queue, error) {
	return nil, errors.New("SQLite does not run on this platform")
}
