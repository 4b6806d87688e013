// Package distributed runs searches on many machines that share a database: exhaustive searches with incremental
// transpositions, counts of lines of play, islands of Monte-Carlo search, and matches.
//
// The database is all that the machines have in common. It is a file ([SQLite], for the processes of one machine, with no
// server to install) or a PostgreSQL server. Jobs are kept, handed out, tried again and rescued from workers that died by
// River (riverqueue.com); this package says what a job does and stores what comes of it. The design is that of
// Helmstetter 2007, section 5.4.2, whose clients counted what one machine could not.
//
// # Runs and tasks
//
// A [Registry] says which problems a program knows, by name. [Queue.Submit] begins a run: one problem with its options. A
// run consists of tasks. [Queue.Work] works on tasks of all problems of a registry until its context ends, in as many
// processes as there are. Every task that is completed stores its result, and the tasks that it hands over to others, in the
// transaction that completes its job. So whatever dies when, a task has either not been done or has been done once, with
// everything that follows from it: no result is lost, and none is counted twice. A second result for the same task
// violates a primary key and is dropped.
//
// A run is complete when it has a result for each task that was ever handed over. This is counted from the results alone,
// not from the state of the queue.
//
// A run also has a fingerprint of its game (see [Fingerprint]), which each worker computes for itself and compares. A
// worker that has another version of the game ends with [ErrVersion] before it works on any task of the run.
//
// # Trust
//
// What is read from the database is checked before it is used: sizes are bounded, lines of play are replayed move by move,
// and sets of moves must be legal. A task that does not pass fails, and the run says so. But a worker that lies about its
// results cannot be found out. Whoever may write to the database decides what the result is, so give the password to
// machines that you trust, and only to these.
//
// [SQLite]: https://sqlite.org
package distributed
