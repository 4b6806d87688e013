// Package distributed runs searches on many machines that share a database: exhaustive searches with incremental
// transpositions, counts of lines of play (perft), many Monte-Carlo searches side by side (islands), and matches.
//
//	var registry distributed.Registry
//	registry.Register("my-game", distributed.CountProblem(newGame, nil))
//	queue, err := distributed.Open(ctx, "queue.db") // or the address of a PostgreSQL server
//	if err != nil {
//		return err
//	}
//	defer queue.Close()
//	run, err := queue.Submit(ctx, &registry, "my-game", distributed.CountOptions[Move]{Limits: ply.Limits{Nodes: 10_000_000}})
//	if err != nil {
//		return err
//	}
//	log.Println("run", run)
//	return queue.Work(ctx, &registry, distributed.WorkOptions{Workers: 2}) // in each process
//
// The machines share only the database: an [SQLite] file for the processes of one machine, or a PostgreSQL server for
// several machines. River (riverqueue.com) queues jobs, assigns them to workers, retries them, and assigns the jobs of
// dead workers to others. This package defines the work of a job and stores its result. The design follows Helmstetter
// 2007, section 5.4.2, where clients of a server counted trees too large for one machine.
//
// # Runs and tasks
//
// A [Registry] lists the problems that a program knows, by name. [Queue.Submit] begins a run: one problem with its
// options. A run consists of tasks, and a task may create further tasks. [Queue.Work] works on the tasks of all
// problems of a registry until its context ends; any number of processes may do so. The result of a task, and the tasks
// that it creates, are stored in the transaction that completes its job. Whenever a process dies, each of its tasks is
// therefore either not done, or done once with its result and all its further tasks stored: no result is lost or
// counted twice. A second result of the same task violates a primary key and is discarded.
//
// A run is complete when it has a result for each of its tasks.
//
// Each worker computes the fingerprint of a run's game (see [Fingerprint]) and compares it with the fingerprint stored
// by Submit. If they differ, the worker has another version of the game: Work returns [ErrVersion] before it begins a
// task of the run.
//
// # Trust
//
// Data from the database are checked before use: sizes are limited, lines of play are replayed, and sets of moves must
// be legal. If a task fails the check, the run lists it in [Run].Failures. But deliberately wrong results cannot be
// detected: everyone with write access to the database can change the result. Give the password only to machines that
// you trust.
//
// [SQLite]: https://sqlite.org
package distributed
