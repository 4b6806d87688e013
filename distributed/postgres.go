package distributed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

type postgresBackend struct {
	engine[pgx.Tx]
	pool *pgxpool.Pool
}

func openPostgres(ctx context.Context, name string) (*Queue, error) {
	config, err := pgxpool.ParseConfig(name)
	if err != nil {
		return nil, errors.New("not a valid URL of PostgreSQL") // the error of pgx repeats the URL
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, idleTransaction)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	b := &postgresBackend{pool: pool}
	begin := func(ctx context.Context, f func(pgx.Tx) error) error { return pgx.BeginFunc(ctx, pool, f) }
	b.engine = engine[pgx.Tx]{riverpgxv5.New(pool), begin, func(tx pgx.Tx) transaction { return pgxTransaction{tx} }}
	return &Queue{backend: b, db: stdlib.OpenDBFromPool(pool)}, nil
}

func (b *postgresBackend) close() { b.pool.Close() }

func (b *postgresBackend) dialect() dialect {
	return dialect{
		now:    "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
		begun:  "CAST(extract(epoch FROM attempted_at) * 1000 AS BIGINT)",
		due:    "CAST(extract(epoch FROM scheduled_at) * 1000 AS BIGINT)",
		stamp:  "clock_timestamp()",
		holder: "attempted_by[array_upper(attempted_by, 1)]",
		lock:   " FOR UPDATE SKIP LOCKED",
	}
}

// idleTransaction makes the server end a transaction of a silent process, whose locks would keep others from its task.
const idleTransaction = `SET idle_in_transaction_session_timeout = 5000`

const migrationLock = 0x706c79 // "ply"

func (b *postgresBackend) migrate(ctx context.Context) error {
	migrator, err := rivermigrate.New(b.driver, nil)
	if err != nil {
		return err
	}
	conn, err := b.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return err
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock) }()
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(schema, "BIGSERIAL PRIMARY KEY", "DOUBLE PRECISION"))
	return err
}

func (b *postgresBackend) permanent(err error) bool {
	var e *pgconn.PgError
	if !errors.As(err, &e) || len(e.Code) != 5 {
		return false
	}
	switch e.Code[:2] {
	case "28", "3D", "42", "22": // wrong password, no such database, no such table, unfit data
		return true
	}
	return e.Code == "53100" // disk full
}

type pgxTransaction struct{ tx pgx.Tx }

func (t pgxTransaction) exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

func (t pgxTransaction) scan(ctx context.Context, query string, args []any, to ...any) error {
	err := t.tx.QueryRow(ctx, query, args...).Scan(to...)
	if errors.Is(err, pgx.ErrNoRows) {
		return sql.ErrNoRows
	}
	return err
}
