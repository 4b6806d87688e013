package distributed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"

	"github.com/ply-search/ply/arena/league"
	"github.com/ply-search/ply/distributed"
)

// A leagueRun says which league is played, and in how many tasks.
type leagueRun struct {
	Skills []float64 `json:"skills"`
	Rounds int       `json:"rounds"`
	Tasks  int       `json:"tasks"`
}

// play plays a share of the league.
func (l *leagueRun) play(ctx context.Context, share int) (league.Result, error) {
	var entries []league.Entry[*stick, int]
	for _, skill := range l.Skills {
		entries = append(entries, league.Entry[*stick, int]{Name: fmt.Sprint("skill ", skill), New: skilled(skill)})
	}
	opening := func(_ int, random *rand.Rand) (*stick, error) { return &stick{left: 15 + random.IntN(9)}, nil }
	return league.Play(ctx, opening, entries, league.Options{Rounds: l.Rounds, Shares: l.Tasks, Share: share})
}

func (l *leagueRun) Fingerprint(ctx context.Context) (string, error) {
	return distributed.Fingerprint(ctx, &stick{left: 15})
}

// Start returns a task for each share.
func (l *leagueRun) Start() (tasks []distributed.Task, err error) {
	for share := range l.Tasks {
		tasks = append(tasks, distributed.Task{Content: json.RawMessage(fmt.Sprint(share)), Weight: 1 / float64(l.Tasks)})
	}
	return tasks, nil
}

// Work plays the games of a share, which are its result.
func (l *leagueRun) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (o distributed.Outcome, err error) {
	var share int
	if err := json.Unmarshal(content, &share); err != nil {
		return o, err
	}
	r, err := l.play(ctx, share)
	if err == nil {
		err = r.Status.Err()
	}
	if err != nil {
		return o, err
	}
	o.Nodes = len(r.Games)
	o.Result, err = json.Marshal(r.Games)
	return o, err
}

// newLeagueRun makes the problem of a league by its options.
func newLeagueRun(options json.RawMessage) (distributed.Problem, error) {
	l := new(leagueRun)
	return l, json.Unmarshal(options, l)
}

// A league on many machines: each task is a share of its games. Together they are the games that one machine plays.
func Example_league() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	q, err := distributed.Open(ctx, filepath.Join(folder, "queue.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer q.Close()
	var registry distributed.Registry
	registry.Register("league", newLeagueRun)
	problem := leagueRun{Skills: []float64{0.9, 0.5, 0.2}, Rounds: 40, Tasks: 8}
	run, err := q.Submit(ctx, &registry, "league", problem)
	if err != nil {
		fmt.Println(err)
		return
	}

	ended := make(chan error)
	go func() { ended <- q.Work(ctx, &registry, distributed.WorkOptions{Workers: 2}) }()
	if _, err := q.Wait(ctx, run, nil); err != nil {
		fmt.Println(err)
		return
	}
	var games []league.Game
	for result, err := range q.Results(ctx, run) {
		var share []league.Game
		if err == nil {
			err = json.Unmarshal(result, &share)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		games = append(games, share...)
	}
	stop()
	<-ended

	ratings, err := league.Rate(games, 1)
	fmt.Println(len(games), "games,", err)
	for _, r := range ratings {
		fmt.Println(r.Name)
	}
	alone, err := (&leagueRun{Skills: problem.Skills, Rounds: problem.Rounds, Tasks: 1}).play(context.Background(), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	same, err := league.Rate(alone.Games, 1)
	fmt.Println("as on one machine:", reflect.DeepEqual(ratings, same), err)
	// Output:
	// 240 games, <nil>
	// skill 0.9
	// skill 0.5
	// skill 0.2
	// as on one machine: true <nil>
}
