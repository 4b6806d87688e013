package hashtable

import (
	"context"
	"time"

	"github.com/ply-search/ply"
)

const mostOwn = 16 << 20

// OwnBytes returns the size of the table that a search within limits makes: entry bytes for each node, or two entries
// for a microsecond, up to 16 MiB. limited reports whether a limit or a deadline may end the search.
func OwnBytes(ctx context.Context, limits ply.Limits, entry int64) (bytes int64, limited bool) {
	bytes = mostOwn
	if limits.Nodes > 0 {
		bytes = min(bytes, entry*int64(min(limits.Nodes, mostOwn)))
	}
	deadline, limited := ctx.Deadline()
	if limited {
		bytes = min(bytes, 2*entry*time.Until(deadline).Microseconds())
	}
	if limits.Time > 0 {
		bytes = min(bytes, 2*entry*limits.Time.Microseconds())
	}
	return max(bytes, entry), limited || limits != ply.Limits{}
}
