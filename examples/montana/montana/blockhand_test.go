package montana

// handBlocks is block search written by hand for variant Base with up to 8 suits, with none of the
// library: what a programmer would write who needs just this one, and wants it fast. It counts blocks
// and the positions in them.
type handBlocks struct {
	board, where [256]uint8
	gaps         []uint8
	keys         []uint64
	shift        uint
	hash         uint64
	table        []uint64 // replace always
	cells        int

	frames            []*handFrame
	blocks, positions int
	most              int // of positions, if not 0
}

// A handFrame is a block: for each gap its way through the cells, and for each cell the way that it is
// on and at which place.
type handFrame struct {
	moves [8]int
	way   [8][64]uint8
	trace [256]uint16 // (gap+1)<<8 | place
}

func newHandBlocks(g *Game, table []uint64, salt uint64) *handBlocks {
	h := &handBlocks{table: table, keys: g.keys, shift: g.keyShift, hash: g.Rehash() ^ salt, cells: g.Cells()}
	for cell := range g.Cells() {
		h.board[cell] = uint8(g.board[cell])
	}
	for thing := range int(g.wall) {
		h.where[thing] = uint8(g.where[thing])
	}
	first := new(handFrame)
	for x, gap := range g.gaps {
		h.gaps = append(h.gaps, uint8(gap))
		first.way[x][0] = uint8(g.where[gap])
	}
	h.frames = append(h.frames, first)
	return h
}

// move exchanges the card in one cell with the gap in another.
func (h *handBlocks) move(from, to uint8) {
	card, gap := h.board[from], h.board[to]
	h.board[from], h.board[to] = gap, card
	h.where[card], h.where[gap] = to, from
}

func (h *handBlocks) change(card, from, to uint8) uint64 {
	row := uint(card) << (h.shift & 63)
	return h.keys[row|uint(from)] ^ h.keys[row|uint(to)]
}

// seen reports whether a key is in the table, and mark puts it there.
func (h *handBlocks) seen(key uint64) bool { return h.table[key&uint64(len(h.table)-1)] == key }
func (h *handBlocks) mark(key uint64)      { h.table[key&uint64(len(h.table)-1)] = key }

func (h *handBlocks) search(depth int) {
	f := h.frames[depth]
	h.mark(h.hash)
	clear(f.trace[:h.cells+1])
	for x := range h.gaps {
		for i, cell := range f.way[x][:f.moves[x]+1] {
			f.trace[cell] = uint16(x+1)<<8 | uint16(i)
		}
	}
	h.blocks++
	size := 1
	for x := range h.gaps {
		h.extend(f, x)
		size *= f.moves[x] + 1
	}
	h.positions += size
	var low, high [8]int
	for x := range h.gaps {
		for y := range h.gaps {
			low[y], high[y] = 0, f.moves[y]
		}
		low[x] = f.moves[x]
		h.walk(f, x, 0, f.moves[x])
		h.face(depth, f, x, &low, &high)
		h.walk(f, x, f.moves[x], 0)
	}
	for x := range h.gaps {
		before := h.hash
		for i := range f.moves[x] {
			h.walk(f, x, i, i+1)
			h.mark(h.hash)
		}
		h.walk(f, x, f.moves[x], 0)
		h.hash = before
	}
}

// extend makes the way of gap x longer as long as it meets no other and no position in the table.
func (h *handBlocks) extend(f *handFrame, x int) {
	before := h.hash
	h.walk(f, x, 0, f.moves[x])
	for f.moves[x] < len(f.way[x])-1 {
		to := f.way[x][f.moves[x]]
		card := h.board[to-1] + 1
		from := h.where[card]
		if from == 0 {
			break
		}
		if t := f.trace[to-1]; t != 0 && t>>8 != uint16(x+1) {
			break
		}
		if t := f.trace[from+1]; t != 0 && t>>8 != uint16(x+1) && int(t&255) < f.moves[t>>8-1] {
			break
		}
		if f.trace[from] != 0 { // its own way crosses itself
			break
		}
		key := h.hash ^ h.change(card, from, to)
		if h.seen(key) {
			break
		}
		h.hash = key
		h.move(from, to)
		f.moves[x]++
		f.way[x][f.moves[x]] = from
		f.trace[from] = uint16(x+1)<<8 | uint16(f.moves[x])
	}
	h.walk(f, x, f.moves[x], 0)
	h.hash = before
}

// walk moves gap y along its way from place a to place b.
func (h *handBlocks) walk(f *handFrame, y, a, b int) {
	way := &f.way[y]
	for ; a < b; a++ {
		h.hash ^= h.change(h.board[way[a+1]], way[a+1], way[a])
		h.move(way[a+1], way[a])
	}
	for ; a > b; a-- {
		h.hash ^= h.change(h.board[way[a-1]], way[a], way[a-1])
		h.move(way[a-1], way[a])
	}
}

// face splits the face of gap x where another gap comes to stand on its left.
func (h *handBlocks) face(depth int, f *handFrame, x int, low, high *[8]int) {
	t := f.trace[f.way[x][f.moves[x]]-1]
	y, i := int(t>>8)-1, int(t&255)
	if t == 0 || y == x || f.moves[y] == 0 {
		h.part(depth, f, x, low, high)
		return
	}
	first, last := low[y], high[y]
	if i > 0 {
		high[y] = i - 1
		h.part(depth, f, x, low, high)
		high[y] = last
	}
	if i < last {
		low[y] = i + 1
		h.walk(f, y, first, i+1)
		h.part(depth, f, x, low, high)
		h.walk(f, y, i+1, first)
		low[y] = first
	}
}

// part splits a part of the face where another gap comes to stand on the right of the card that moves.
func (h *handBlocks) part(depth int, f *handFrame, x int, low, high *[8]int) {
	to := f.way[x][f.moves[x]]
	from := h.where[h.board[to-1]+1]
	if from == 0 {
		return
	}
	t := f.trace[from+1]
	y, i := int(t>>8)-1, int(t&255)
	if t == 0 || y == x || i < low[y] || i >= high[y] {
		h.child(depth, f, x, from, low, high)
		return
	}
	first, last := low[y], high[y]
	high[y] = i
	h.child(depth, f, x, from, low, high)
	high[y] = last
	low[y] = i + 1
	h.walk(f, y, first, i+1)
	h.child(depth, f, x, from, low, high)
	h.walk(f, y, i+1, first)
	low[y] = first
}

func (h *handBlocks) child(depth int, f *handFrame, x int, from uint8, low, high *[8]int) {
	to, before := f.way[x][f.moves[x]], h.hash
	h.hash ^= h.change(h.board[from], from, to)
	if !h.seen(h.hash) && (h.most == 0 || h.positions < h.most) {
		h.move(from, to)
		if len(h.frames) == depth+1 {
			h.frames = append(h.frames, new(handFrame))
		}
		c := h.frames[depth+1]
		for y := range h.gaps {
			c.moves[y] = high[y] - low[y]
			copy(c.way[y][:c.moves[y]+1], f.way[y][low[y]:high[y]+1])
		}
		c.way[x][0] = from
		h.search(depth + 1)
		h.move(to, from)
	}
	h.hash = before
}
