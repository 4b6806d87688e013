package learn

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/search/alphabeta"
)

func onlineOptions() OnlineOptions[*race, int] {
	return OnlineOptions[*race, int]{
		Rounds:   4,
		Player:   PlayerOptions[int]{Win: 1000, Temperature: 0.5, Search: alphabeta.Options[int]{Depth: 1, Direct: true}},
		SelfPlay: SelfPlayOptions[int]{Games: 30, Opening: 2, Explore: 0.1},
		Train:    Options[int]{Method: TD, Lambda: 0.7, Readings: 10},
		Window:   2,
	}
}

func TestOnline(t *testing.T) {
	ctx := context.Background()
	opt := onlineOptions()
	var rounds []Round[int]
	opt.Round = func(r Round[int]) error { rounds = append(rounds, r); return nil }
	m, err := Online(ctx, newRace, someModel(t), opt)
	if err != nil || len(rounds) != 4 || !reflect.DeepEqual(m, rounds[3].Model) {
		t.Fatalf("%d rounds, %v", len(rounds), err)
	}
	if rounds[0].Training.Games != 30 || rounds[3].Training.Games != 60 {
		t.Errorf("learned from %d and %d games, want 30 and 60", rounds[0].Training.Games, rounds[3].Training.Games)
	}
	if n := compile(m); n.last[0] <= 0 || n.last[1] >= 0 {
		t.Errorf("own stones are worth %v, the other side's %v", n.last[0], n.last[1])
	}
	// What was saved of a round goes on as it would have gone on.
	rest := onlineOptions()
	rest.First, rest.Rounds, rest.Before = 2, 2, &Set[int]{Game: "race", Records: append(rounds[0].Games.Records, rounds[1].Games.Records...)}
	rest.SelfPlay.Workers, rest.Train.Workers = 2, 2
	if again, err := Online(ctx, newRace, rounds[1].Model, rest); err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("another model after an interruption: %v", err)
	}
}

func TestOnlineKeepsBetterWeights(t *testing.T) {
	opt := onlineOptions()
	opt.Match = &arena.Options{Games: 400, Test: arena.SequentialTest{Elo0: 0, Elo1: 60}}
	kept := []bool{}
	opt.Round = func(r Round[int]) error {
		kept = append(kept, r.Kept)
		if r.Kept != (r.Match.Verdict == arena.AcceptElo1) {
			t.Errorf("kept %v after %v", r.Kept, r.Match.Verdict)
		}
		return nil
	}
	// The first weights are 0, and any others are better. Few are better than good ones.
	if _, err := Online(context.Background(), newRace, someModel(t), opt); err != nil || !kept[0] || kept[1] && kept[2] && kept[3] {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestOnlineReportsWhatGoesWrong(t *testing.T) {
	for want, change := range map[string]func(o *OnlineOptions[*race, int]){
		"learn: Rounds is -1":  func(o *OnlineOptions[*race, int]) { o.Rounds = -1 },
		"learn: Round: full":   func(o *OnlineOptions[*race, int]) { o.Round = func(Round[int]) error { return errors.New("full") } },
		"learn: Lambda is 3":   func(o *OnlineOptions[*race, int]) { o.Train.Lambda = 3 },
		"learn: Random: ":      func(o *OnlineOptions[*race, int]) { o.Random = (*rand.PCG)(nil) },
		"learn: Opening is -1": func(o *OnlineOptions[*race, int]) { o.SelfPlay.Opening = -1 },
		"arena: Games is 3":    func(o *OnlineOptions[*race, int]) { o.Match = &arena.Options{Games: 3} },
	} {
		opt := onlineOptions()
		change(&opt)
		_, err := Online(context.Background(), newRace, someModel(t), opt)
		if err == nil || !strings.HasPrefix(err.Error(), strings.TrimSuffix(want, "Random: ")) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
