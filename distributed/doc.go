// Package distributed runs searches on many machines that share a database: exhaustive searches with incremental
// transpositions, counts of lines of play, islands of Monte-Carlo search, and matches.
//
// The database is a file ([SQLite], for the processes of one machine, without a server) or a PostgreSQL server. River
// (riverqueue.com) keeps jobs, distributes and repeats them, and rescues them from dead workers; this package defines
// the work of a job and stores its result. The design follows Helmstetter 2007, section 5.4.2.
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
