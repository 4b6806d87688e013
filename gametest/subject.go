package gametest

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// A move is a move of any game. Laws for such moves are compiled once, with this package.
type move = any

// translated has the most frequent methods, for moves of type move. The others are called by reflection.
type translated interface {
	ply.Game[move]
	ply.Coster[move]
	ply.Footprinter[move]
	ply.Commuter[move]
	fast.AfterHasher[move]
	Number(m move) int
	MoveUnder(symmetry int, m move) move
}

// typed translates the moves of a game. Only this code is compiled for each type of moves.
type typed[M comparable] struct{ game ply.Game[M] }

func (t typed[M]) Play(m move)             { t.game.Play(m.(M)) }
func (t typed[M]) Undo(m move)             { t.game.Undo(m.(M)) }
func (t typed[M]) Cost(m move) int         { return t.game.(ply.Coster[M]).Cost(m.(M)) }
func (t typed[M]) Commute(a, b move) bool  { return t.game.(ply.Commuter[M]).Commute(a.(M), b.(M)) }
func (t typed[M]) HashAfter(m move) uint64 { return t.game.(fast.AfterHasher[M]).HashAfter(m.(M)) }
func (t typed[M]) Number(m move) int       { return t.game.(ply.Numberer[M]).Number(m.(M)) }

func (t typed[M]) Footprint(m move, dst ply.Footprint) ply.Footprint {
	return t.game.(ply.Footprinter[M]).Footprint(m.(M), dst)
}

func (t typed[M]) MoveUnder(symmetry int, m move) move {
	return t.game.(ply.Symmetric[M]).MoveUnder(symmetry, m.(M))
}

func (t typed[M]) Moves(dst []move) []move {
	var before []M
	if dst != nil {
		before = make([]M, len(dst), cap(dst))
		for i, m := range dst {
			before[i], _ = m.(M)
		}
	}
	moves := t.game.Moves(before)
	dst = slices.Grow(dst[:0], len(moves))
	for _, m := range moves {
		dst = append(dst, m)
	}
	return dst
}

// A subject is the game under test, with moves of type move. Its fields show which capabilities the game has; its
// methods (methods.go) cover all capabilities that mention moves, most of them by reflection.
type subject struct {
	translated
	*kind
	capabilities
	raw   any // the game itself
	wrap  func(raw any) (*subject, bool)
	bound map[string]reflect.Value // the methods called so far
}

func subjectOf[M comparable](g ply.Game[M]) *subject {
	return newSubject(g, typed[M]{g}, reflect.TypeFor[M](), func(raw any) (*subject, bool) {
		g, ok := raw.(ply.Game[M])
		if !ok {
			return nil, false
		}
		return subjectOf(g), true
	})
}

func newSubject(raw any, translated translated, moves reflect.Type, wrap func(raw any) (*subject, bool)) *subject {
	s := &subject{translated: translated, kind: kindOf(reflect.TypeOf(raw), moves), raw: raw, wrap: wrap, bound: map[string]reflect.Value{}}
	own := reflect.ValueOf(&s.capabilities).Elem()
	for _, i := range s.direct {
		own.Field(i).Set(reflect.ValueOf(raw))
	}
	for _, i := range s.indirect {
		own.Field(i).Set(reflect.ValueOf(s))
	}
	return s
}

type kind struct {
	game, moves reflect.Type
	zero        move                    // the zero value of its moves
	methods     map[string]reflect.Type // without receiver

	// The fields of capabilities that the game implements itself, and with its own type of moves.
	direct, indirect []int

	mutex sync.Mutex
	known map[string]bool
}

var (
	kinds      = map[reflect.Type]*kind{} // by the type of games
	kindsMutex sync.Mutex
)

func kindOf(game, moves reflect.Type) *kind {
	if game == nil {
		return &kind{known: map[string]bool{}}
	}
	kindsMutex.Lock()
	defer kindsMutex.Unlock()
	if k, ok := kinds[game]; ok {
		return k
	}
	k := &kind{game: game, moves: moves, zero: reflect.Zero(moves).Interface(), methods: methodsOf(game), known: map[string]bool{}}
	for i, field := range reflect.VisibleFields(reflect.TypeFor[capabilities]()) {
		switch {
		case game.Implements(field.Type):
			k.direct = append(k.direct, i)
		case k.translates(field.Type) && reflect.TypeFor[*subject]().Implements(field.Type):
			k.indirect = append(k.indirect, i)
		}
	}
	kinds[game] = k
	return k
}

// remember calls ask once for each list of capabilities, and remembers the result.
func (k *kind) remember(list string, ask func() bool) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	yes, ok := k.known[list]
	if !ok {
		yes = ask()
		k.known[list] = yes
	}
	return yes
}

// translates reports whether the game implements a capability with its own type of moves in place of move.
func (k *kind) translates(capability reflect.Type) bool {
	for name, want := range methodsOf(capability) {
		if is, ok := k.methods[name]; !ok || !k.same(want, is) {
			return false
		}
	}
	return true
}

var moveType = reflect.TypeFor[move]()

// same compares types, with the game's own type for move and originals for the interfaces that replace them.
func (k *kind) same(want, is reflect.Type) bool {
	switch original, ok := originals[want]; {
	case want == reflect.TypeFor[simulation]():
		return k.isSimulation(is)
	case ok:
		return is.String() == original
	case want == moveType:
		return is == k.moves
	case want == is:
		return true
	case want.Kind() != is.Kind() || want.Name() != is.Name():
		return false
	}
	switch want.Kind() {
	case reflect.Slice, reflect.Pointer:
		return k.same(want.Elem(), is.Elem())
	case reflect.Array:
		return want.Len() == is.Len() && k.same(want.Elem(), is.Elem())
	case reflect.Func:
		return want.IsVariadic() == is.IsVariadic() && k.sameList(want.NumIn(), want.In, is.NumIn(), is.In) &&
			k.sameList(want.NumOut(), want.Out, is.NumOut(), is.Out)
	}
	return false
}

// isSimulation reports whether a type is *flat.Simulation for the moves of the game.
func (k *kind) isSimulation(is reflect.Type) bool {
	if is.Kind() != reflect.Pointer || !strings.HasPrefix(is.String(), "*flat.Simulation[") {
		return false
	}
	choose, ok := is.Elem().FieldByName("Choose")
	return ok && k.same(reflect.TypeFor[func(side int, moves []move) int](), choose.Type)
}

func (k *kind) sameList(wants int, want func(i int) reflect.Type, number int, is func(i int) reflect.Type) bool {
	same := wants == number
	for i := 0; same && i < wants; i++ {
		same = k.same(want(i), is(i))
	}
	return same
}

func (s *subject) call(name string, args ...any) []reflect.Value {
	method := s.method(name)
	in := make([]reflect.Value, len(args))
	for i := range args {
		in[i] = reflect.New(method.Type().In(i)).Elem()
		translate(in[i], reflect.ValueOf(&args[i]).Elem().Elem())
	}
	out := method.Call(in)
	for i := range args {
		returned(reflect.ValueOf(args[i]), in[i])
	}
	return out
}

func (s *subject) method(name string) reflect.Value {
	method, ok := s.bound[name]
	if !ok {
		method = reflect.ValueOf(s.raw).MethodByName(name)
		s.bound[name] = method
	}
	return method
}

func ask[R any](s *subject, name string, args ...any) R { return result[R](s.call(name, args...)[0]) }

// result converts a result to moves of type move.
func result[R any](v reflect.Value) (r R) {
	translate(reflect.ValueOf(&r).Elem(), v)
	return r
}

// translate assigns a value of the same type, or of one that differs in the type of moves.
func translate(to, from reflect.Value) {
	switch {
	case !from.IsValid(): // a move that is nil
	case to.Type() == from.Type() || to.Kind() == reflect.Interface && from.Type().Implements(to.Type()):
		to.Set(from)
	case from.Kind() == reflect.Interface:
		translate(to, from.Elem())
	case from.Kind() == reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			translate(to.Elem(), from.Elem())
		}
	default: // slices, or arrays of them
		if from.Kind() == reflect.Slice && !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Cap()))
		}
		for i := range from.Len() {
			translate(to.Index(i), from.Index(i))
		}
	}
}

// returned copies the changes that a call made in an argument back to the caller's.
func returned(to, from reflect.Value) {
	switch {
	case !to.IsValid() || to.Type() == from.Type():
	case to.Kind() == reflect.Slice:
		for i := range to.Len() {
			translate(to.Index(i), from.Index(i))
		}
	case to.Kind() == reflect.Pointer && !to.IsNil():
		translate(to.Elem(), from.Elem())
	}
}
