//go:build !(js || wasip1 || 386 || arm || mips || mipsle)

package distributed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// An sqliteBackend is a file of SQLite. Each process has one connection, since there is only one writer at a time. A
// transaction takes the writer's lock when it begins, and so never has to start over.
type sqliteBackend struct {
	engine[*sql.Tx]
	db *sql.DB
}

func openSQLite(ctx context.Context, name string) (*Queue, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	// With a write-ahead log and NORMAL, a power failure may undo the last transactions: their tasks are done again.
	source := "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() +
		"?_txlock=immediate&_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	b := &sqliteBackend{db: db}
	b.engine = engine[*sql.Tx]{riversqlite.New(db), b.inTransaction, func(tx *sql.Tx) transaction { return sqlTransaction{tx} }}
	return &Queue{backend: b, db: db}, nil
}

func (b *sqliteBackend) close() {}

func (b *sqliteBackend) dialect() dialect {
	return dialect{
		now:    "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
		begun:  "CAST(unixepoch(attempted_at, 'subsec') * 1000 AS INTEGER)",
		due:    "CAST(unixepoch(scheduled_at, 'subsec') * 1000 AS INTEGER)",
		stamp:  "datetime('now', 'subsec')",
		holder: "json_extract(attempted_by, '$[#-1]')",
	}
}

func (b *sqliteBackend) migrate(ctx context.Context) error {
	migrator, err := rivermigrate.New(b.driver, nil)
	if err != nil {
		return err
	}
	// If processes migrate a new file together, one succeeds; the others find its tables at their next attempt.
	for attempt := 0; ; attempt++ {
		if err = b.migrateOnce(ctx, migrator); err == nil || attempt == 20 || ctx.Err() != nil || b.permanent(err) {
			return err
		}
		time.Sleep(time.Duration(attempt) * 20 * time.Millisecond)
	}
}

func (b *sqliteBackend) migrateOnce(ctx context.Context, migrator *rivermigrate.Migrator[*sql.Tx]) error {
	valid, err := migrator.Validate(ctx, nil)
	if err == nil && !valid.OK {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err == nil {
		_, err = b.db.ExecContext(ctx, fmt.Sprintf(schema, "INTEGER PRIMARY KEY AUTOINCREMENT", "REAL"))
	}
	return err
}

func (b *sqliteBackend) permanent(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return true
	}
	return false
}

func (b *sqliteBackend) inTransaction(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return tx.Commit()
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

type sqlTransaction struct{ tx *sql.Tx }

func (t sqlTransaction) exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := t.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t sqlTransaction) scan(ctx context.Context, query string, args []any, to ...any) error {
	return t.tx.QueryRowContext(ctx, query, args...).Scan(to...)
}
