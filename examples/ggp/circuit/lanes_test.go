package circuit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// TestLanes plays random matches in the lanes, and checks each lane in each position by the machine of one position.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	source := rand.NewPCG(13, 14)
	positions := 0
	for range long.Or(2000, 200) {
		c, err := Compile(randomProgram(random))
		if err != nil {
			t.Fatal(err)
		}
		positions += checkLanes(t, c, source, 10)
	}
	if positions < 1000 {
		t.Errorf("only %d positions were compared", positions)
	}
}

// checkLanes compares lanes and machine over some rounds, in all lanes that have not ended.
func checkLanes(t *testing.T, c *Circuit, source *rand.PCG, rounds int) (positions int) {
	l, m := c.NewLanes(), c.NewMachine()
	state, next := c.NewState(), c.NewState()
	values := make([]uint8, LaneCount*len(c.Roles))
	joint := make([]int32, len(c.Roles))
	active := ^uint64(0)
	for range rounds {
		if active == 0 {
			break
		}
		before := make([]State, LaneCount)
		terminal := l.terminal()
		l.batch.begin(LaneCount, values)
		l.batch.waiting = ^uint64(0)
		l.score()
		for lane := range before {
			before[lane] = c.NewState()
			l.save(lane, before[lane])
		}
		able := l.draw(active&^terminal, source)
		does := slices.Clone(l.v[:firstInput+len(c.Facts)+len(c.parts[partLegal])])
		legal := make([]uint64, len(c.parts[partLegal]))
		for i, v := range c.parts[partLegal] {
			legal[i] = l.v[v]
		}
		l.advance(0, 0, nil)
		for lane := range LaneCount {
			if active>>lane&1 == 0 {
				continue
			}
			positions++
			m.Load(before[lane])
			if m.Terminal() != (terminal>>lane&1 != 0) {
				t.Fatalf("terminal differs in %v", before[lane])
			}
			for role := range c.Roles {
				if want, _ := m.Goal(role); want != int(values[lane*len(c.Roles)+role]) {
					t.Fatalf("role %d has %d in %v, want %d", role, values[lane*len(c.Roles)+role], before[lane], want)
				}
			}
			if m.Terminal() {
				continue
			}
			all, index := true, 0
			for role := range c.Roles {
				joint[role] = -1
				var got []int32
				for move := range c.Moves[role] {
					if legal[index]>>lane&1 != 0 {
						got = append(got, int32(move))
					}
					if does[c.firstDo[role]+move]>>lane&1 != 0 {
						if joint[role] >= 0 {
							t.Fatal("two moves were drawn for one role")
						}
						joint[role] = int32(move)
					}
					index++
				}
				want := m.Legal(role, nil)
				if !slices.Equal(got, want) {
					t.Fatalf("role %d has the moves %v, want %v", role, got, want)
				}
				all = all && len(want) > 0
				if able>>lane&1 != 0 && !slices.Contains(want, joint[role]) {
					t.Fatalf("%d was drawn of %v", joint[role], want)
				}
			}
			if all != (able>>lane&1 != 0) {
				t.Fatal("a lane is stuck that should not be, or the reverse")
			}
			if !all {
				continue
			}
			if err := m.Play(joint); err != nil {
				t.Fatal(err)
			}
			m.Save(state)
			l.save(lane, next)
			if !slices.Equal(state, next) {
				t.Fatalf("after %v in %v comes %v, want %v", joint, before[lane], next, state)
			}
		}
		active &= able
	}
	return positions
}

// TestPlayouts compares what playouts in lanes bring on average with playouts one by one, from a fixed seed.
func TestPlayouts(t *testing.T) {
	const n = 10000
	c, err := Compile(ticTacToe())
	if err != nil {
		t.Fatal(err)
	}
	source := rand.NewPCG(15, 16)
	m := c.NewMachine()
	sum, steps := make([]int, 2), 0
	for range n {
		m.Reset()
		s, end := m.Playout(source, 0)
		if end != Finished {
			t.Fatal(end)
		}
		steps += s
		for role := range sum {
			value, _ := m.Goal(role)
			sum[role] += value
		}
	}
	l := c.NewLanes()
	tally := l.Playouts(c.Initial, n, source, 0)
	if tally.Playouts != n || tally.Cut != 0 || tally.Stuck != 0 {
		t.Fatalf("%+v", tally)
	}
	// Random players: the first wins 58.49 %, the second 28.81 %, the rest are drawn.
	for _, got := range [][]int{sum, tally.Sum} {
		for role, want := range []float64{58.49 + 12.70/2, 28.81 + 12.70/2} {
			if mean := float64(got[role]) / n; mean < want-1.5 || mean > want+1.5 {
				t.Errorf("role %d has %.2f on average, want %.2f", role, mean, want)
			}
		}
	}
	if a, b := float64(steps)/n, float64(tally.Steps)/n; a < b-0.05 || a > b+0.05 {
		t.Errorf("%.2f moves in a playout, and %.2f in lanes", a, b)
	}
	if usage := float64(tally.Steps) / float64(tally.Rounds) / LaneCount; usage < 0.75 {
		t.Errorf("%.0f %% of the lanes are used", 100*usage)
	}
}

// TestBatch plays one match in each lane from several states, two of them at their end already.
func TestBatch(t *testing.T) {
	c, err := Compile(ticTacToe())
	if err != nil {
		t.Fatal(err)
	}
	m, source := c.NewMachine(), rand.NewPCG(17, 18)
	values := make([]uint8, 2*LaneCount)
	l := c.NewLanes()
	state := c.NewState()
	for i := range 5 {
		m.Reset()
		m.Playout(source, 2*i)
		m.Save(state)
		tally, err := l.Batch(state, source, 0, values)
		if err != nil {
			t.Fatal(err)
		}
		sum := make([]int, 2)
		for lane := range LaneCount {
			sum[0] += int(values[2*lane])
			sum[1] += int(values[2*lane+1])
			if values[2*lane]+values[2*lane+1] != 100 {
				t.Errorf("lane %d has %d and %d", lane, values[2*lane], values[2*lane+1])
			}
			m.Load(state)
			if want, _ := m.Goal(0); m.Terminal() && int(values[2*lane]) != want {
				t.Errorf("lane %d has %d, want %d", lane, values[2*lane], want)
			}
		}
		if !slices.Equal(sum, tally.Sum) {
			t.Errorf("the values add up to %v, not %v", sum, tally.Sum)
		}
	}
	if _, err := l.Batch(state, source, 0, values[:127]); err == nil {
		t.Error("too few values were accepted")
	}
	if n := testing.AllocsPerRun(10, func() { _, _ = l.Batch(state, source, 0, values) }); n != 0 {
		t.Errorf("%v allocations for a batch", n)
	}
}

// TestEnds cuts matches that do not end, and ends those in which a role cannot move.
func TestEnds(t *testing.T) {
	for _, stuckAt := range []int{0, 3} {
		b := newBuilder("a", "b")
		b.init("f0")
		for i := range 8 {
			b.rule("next f%d :- true f%d", (i+1)%8, i)
			if i != stuckAt-1 {
				b.rule("legal 0 m :- true f%d", i)
			}
		}
		b.rule("legal 1 m :-")
		b.rule("goal 0 30 :- true f2")
		b.rule("goal 0 40 :- true f4")
		b.rule("goal 0 50 :- true f4")
		c, err := Compile(b.program())
		if err != nil {
			t.Fatal(err)
		}
		want, steps, end, value := Tally{Playouts: 100, Cut: 100, Steps: 400}, 4, Cut, 0
		if stuckAt > 0 {
			want, steps, end, value = Tally{Playouts: 100, Stuck: 100, Steps: 200}, 2, Stuck, 30
		}
		m := c.NewMachine()
		if s, e := m.Playout(rand.NewPCG(0, 0), 4); s != steps || e != end {
			t.Errorf("%d steps, %v", s, e)
		}
		if got, ok := m.Goal(0); got != value || ok != (value > 0) {
			t.Errorf("the goal is %d, %v", got, ok)
		}
		got := c.NewLanes().Playouts(c.Initial, 100, rand.NewPCG(0, 0), 4)
		if got.Cut != want.Cut || got.Stuck != want.Stuck || got.Steps != want.Steps || got.Sum[0] != 100*value {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestCycleInOneLane follows a chain around a cycle in a single lane, where a round adds a single bit.
func TestCycleInOneLane(t *testing.T) {
	b := newBuilder("a")
	b.init("start")
	const length = 5
	for i := range length {
		b.rule("reached %d :- reached %d, true on %d", (i+1)%length, i, i)
		b.rule("next on %d :- does 0 m%d", i, i)
		b.rule("next on %d :- true on %d", i, i)
		b.rule("legal 0 m%d :-", i)
	}
	b.rule("reached 0 :- true start, true on 0")
	b.rule("next start :- true start")
	b.rule("next start :- does 0 m0, not true start") // so that it is not known to hold always
	b.rule("goal 0 100 :- reached 3")
	b.rule("goal 0 0 :- not reached 3")
	c, err := compileWithout(b.program(), Frozen)
	if err != nil {
		t.Fatal(err)
	}
	states := make([]State, LaneCount)
	for lane := range states {
		states[lane] = c.NewState()
	}
	// In lane 17 all facts hold.
	for fact := range c.Facts {
		states[17].Add(fact)
	}
	values := make([]uint8, LaneCount)
	l := c.NewLanes()
	for fact := range l.facts() {
		word := uint64(0)
		for lane, state := range states {
			word |= state[fact>>6] >> (fact & 63) & 1 << lane
		}
		l.facts()[fact] = word
	}
	l.terminal()
	l.batch.begin(LaneCount, values)
	l.batch.waiting = ^uint64(0)
	l.score()
	for lane, value := range values {
		if (value == 100) != (lane == 17) {
			t.Errorf("lane %d has %d", lane, value)
		}
	}
}

// save writes the state of a lane to dst.
func (l *Lanes) save(lane int, dst State) {
	clear(dst)
	for i, f := range l.facts() {
		dst[i>>6] |= f >> lane & 1 << (i & 63)
	}
}
