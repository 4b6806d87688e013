package retrograde

import "sync/atomic"

func (c *cells) place(n uint64) (word *uint32, by uint) {
	return &c.words[n>>c.shift], uint(n) & (1<<c.shift - 1) * c.width
}

func (c *cells) mask() uint32 { return 1<<c.width - 1 }

func (c *cells) get(n uint64) code {
	word, by := c.place(n)
	return code(atomic.LoadUint32(word) >> by & c.mask())
}

// set changes a cell that no other goroutine changes.
func (c *cells) set(n uint64, to code) {
	word, by := c.place(n)
	for {
		old := atomic.LoadUint32(word)
		if atomic.CompareAndSwapUint32(word, old, old&^(c.mask()<<by)|uint32(to)<<by) {
			return
		}
	}
}

func (c *cells) swap(n uint64, from, to code) bool {
	word, by := c.place(n)
	for {
		old := atomic.LoadUint32(word)
		if code(old>>by&c.mask()) != from {
			return false
		}
		if atomic.CompareAndSwapUint32(word, old, old&^(c.mask()<<by)|uint32(to)<<by) {
			return true
		}
	}
}
