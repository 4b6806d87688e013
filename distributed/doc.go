// Package distributed runs searches on many machines that share a database: exhaustive searches with incremental
// transpositions, counts of lines of play, islands of Monte-Carlo search, and matches.
//
// The database is all that the machines have in common. It is a file ([SQLite], for the processes of one machine, with
// no server to install) or a PostgreSQL server. Jobs are kept, handed out, tried again and rescued from workers that
// died by River (riverqueue.com); this package defines what a job does and stores its result. The design is that of
// Helmstetter 2007, section 5.4.2, whose clients counted what one machine could not.
//
// # Runs and tasks
//
// A [Registry] lists the problems that a program knows, by name. [Queue.Submit] begins a run: one problem with its
// options. A run consists of tasks. [Queue.Work] works on tasks of all problems of a registry until its context ends,
// in as many processes as there are. The result of a task, and the tasks that it hands over, are stored in the
// transaction that completes its job. Whichever process dies at whatever moment, a task has therefore either not been
// done, or has been done once together with everything that follows from it: no result is lost, and none is counted
// twice. A second result for the same task violates a primary key and is dropped.
//
// A run is complete when it has a result for each task that was ever handed over. This is counted from the results
// alone, not from the state of the queue.
//
// A run also has a fingerprint of its game (see [Fingerprint]), which each worker computes for itself and compares. A
// worker that has another version of the game ends with [ErrVersion] before it works on any task of the run.
//
// # Trust
//
// What is read from the database is checked before it is used: sizes are bounded, lines of play are replayed move by
// move, and sets of moves must be legal. A task that does not pass fails, and the status of the run reports it. But a
// worker that reports wrong results on purpose cannot be detected: anyone with write access to the database decides
// what the result is. Give the password only to machines that you trust.
//
// [SQLite]: https://sqlite.org
package distributed
