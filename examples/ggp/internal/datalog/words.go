package datalog

import (
	"errors"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// Words are the numbers of the roles of a game and of the relations of GDL.
type Words struct {
	Names []string // of the roles
	Roles []ID

	Terminal, Legal, Next, Goal, Sees, True, Does, Init Functor
}

// Words returns the words of a game.
func (t *Terms) Words(d *gdl.Description) (Words, error) {
	w := Words{
		Terminal: t.Functor(gdl.Terminal, 0), Legal: t.Functor(gdl.Legal, 2), Next: t.Functor(gdl.Next, 1),
		Goal: t.Functor(gdl.Goal, 2), Sees: t.Functor(gdl.Sees, 2), True: t.Functor(gdl.True, 1),
		Does: t.Functor(gdl.Does, 2), Init: t.Functor(gdl.Init, 1), Names: d.Roles(),
	}
	if len(w.Names) == 0 {
		return w, errors.New("no roles")
	}
	for _, name := range w.Names {
		role, err := gdl.ParseTerm(name)
		if err != nil {
			return w, err
		}
		w.Roles = append(w.Roles, t.Of(role))
	}
	return w, nil
}
