// Package distributed runs searches on many machines that share a database: exhaustive searches with incremental
// transpositions, counts of lines of play, islands of Monte-Carlo search, and matches.
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
// The machines share only the database: a file ([SQLite]) for the processes of one machine, or a PostgreSQL server. River
// (riverqueue.com) queues jobs, assigns them to workers, retries them, and recovers them from dead workers; this package
// defines the work of a job and stores its result. The design follows Helmstetter 2007, section 5.4.2, where clients counted
// trees too large for one machine.
//
// # Runs and tasks
//
// A [Registry] lists the problems that a program knows, by name. [Queue.Submit] begins a run: one problem with its
// options. A run consists of tasks. [Queue.Work] works on tasks of all problems of a registry until its context ends,
// in any number of processes. The result of a task, and the tasks that it hands over, are stored in the transaction
// that completes its job. Whichever process dies at any moment, a task therefore has either not been done, or been
// done once with everything that follows from it: no result is lost or counted twice. A second result for the same
// task violates a primary key and is dropped.
//
// A run is complete when it has a result for each task ever handed over, which does not depend on the queue.
//
// Each worker computes the fingerprint of a run's game (see [Fingerprint]) and compares it. A worker with another
// version of the game ends with [ErrVersion] before it works on any task of the run.
//
// # Trust
//
// Data from the database are checked before use: sizes are bounded, lines of play are replayed, and sets of moves must be
// legal. A task that fails the check is reported in the status of the run. But deliberately wrong results cannot be
// detected: anyone with write access to the database decides the result. Give the password only to machines that you trust.
//
// [SQLite]: https://sqlite.org
package distributed
