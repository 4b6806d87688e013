// Package postgrestest gives tests a PostgreSQL server: the URL in the environment variable PLY_POSTGRES, or a server
// started for the test on a socket in a temporary folder, if the programs are installed.
package postgrestest

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type Server struct {
	url     string // of a database that always exists
	bin     string // the folder of the server's programs; empty for an external server
	folder  string
	options string
}

// Own returns a server for only this test, which may crash it. It is stopped when the test ends. Own skips the test,
// with the reason, if no server can be started.
func Own(t testing.TB) *Server {
	t.Helper()
	s, missing, err := start()
	return check(t, s, missing, err, func(s *Server) { t.Cleanup(s.stop) })
}

// Shared returns a server shared by all tests of the package. It skips the test, with the reason, if there is no
// server. The package must call [Run] in its TestMain.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Do(func() {
		if name := os.Getenv("PLY_POSTGRES"); name == "" {
			sharedServer, sharedMissing, errShared = start()
		} else if _, err := exec.LookPath("psql"); err != nil {
			sharedMissing = "psql is not installed"
		} else {
			sharedServer = &Server{url: name}
		}
	})
	return check(t, sharedServer, sharedMissing, errShared, func(*Server) {})
}

var (
	shared        sync.Once
	sharedServer  *Server
	sharedMissing string
	errShared     error
)

func check(t testing.TB, s *Server, missing string, err error, found func(*Server)) *Server {
	t.Helper()
	switch {
	case missing != "":
		t.Skip("no PostgreSQL: " + missing)
	case err != nil:
		t.Fatal(err)
	}
	found(s)
	return s
}

// Run runs the tests of a package, stops the shared server, and returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if sharedServer != nil && sharedServer.bin != "" {
		sharedServer.stop()
	}
	return code
}

func start() (s *Server, missing string, err error) {
	bin := programs()
	if _, err := exec.LookPath("psql"); err != nil || bin == "" {
		return nil, "psql, initdb and pg_ctl are not installed, and PLY_POSTGRES is not set or not for this test", nil
	}
	if os.Getuid() == 0 {
		if _, err := user.Lookup("postgres"); err != nil {
			return nil, "the server does not run as root, and there is no user postgres", nil
		}
	}
	// The name of a socket must be short, so this is no folder of the test.
	folder, err := os.MkdirTemp("", "plypg")
	if err != nil {
		return nil, "", err
	}
	s = &Server{
		url:     "postgres:///postgres?user=postgres&host=" + url.QueryEscape(folder),
		bin:     bin,
		folder:  folder,
		options: "-k " + folder + " -c listen_addresses='' -c fsync=off -c max_connections=400",
	}
	if os.Getuid() == 0 {
		err = exec.Command("chown", "postgres", folder).Run()
	}
	if err == nil {
		err = s.as("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
	}
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		s.stop()
		return nil, "", err
	}
	return s, "", nil
}

func (s *Server) stop() {
	_ = s.Crash()
	_ = os.RemoveAll(s.folder)
}

// programs returns the folder of initdb and pg_ctl, or nothing. Debian does not put it on the path.
func programs() string {
	if name, err := exec.LookPath("initdb"); err == nil {
		if name, err = filepath.EvalSymlinks(name); err == nil {
			return filepath.Dir(name)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

func (s *Server) as(program string, args ...string) error {
	name := filepath.Join(s.bin, program)
	if os.Getuid() == 0 {
		name, args = "runuser", append([]string{"-u", "postgres", "--", name}, args...)
	}
	c := exec.Command(name, args...)
	c.Dir = "/"
	return run(c)
}

// run runs a program. Its output goes to a file, not to a pipe, which a server would keep open.
func run(c *exec.Cmd) error {
	log, err := os.CreateTemp("", "plypg*.log")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	c.Stdout, c.Stderr = log, log
	if err := c.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%v: %w: %s", c, err, text)
	}
	return nil
}

// Start starts the server after a crash.
func (s *Server) Start() error {
	return s.as("pg_ctl", "-D", s.data(), "-o", s.options, "-w", "-t", patience, "-l", filepath.Join(s.folder, "log"), "start")
}

// Crash stops the server as if its machine had failed, except for the disk.
func (s *Server) Crash() error {
	return s.as("pg_ctl", "-D", s.data(), "-m", "immediate", "-w", "-t", patience, "stop")
}

// patience is the limit in seconds to start or stop the server on a busy machine. The default of pg_ctl is one minute.
const patience = "900"

var databases atomic.Int64

// Database makes a database that is dropped when the test ends, and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("ply_%d_%d_%d", os.Getpid(), time.Now().UnixNano(), databases.Add(1))
	if err := run(exec.Command("psql", "-q", "-d", s.url, "-c", "CREATE DATABASE "+name)); err != nil {
		t.Fatal(strings.ReplaceAll(err.Error(), s.url, "PLY_POSTGRES"))
	}
	t.Cleanup(func() {
		_ = run(exec.Command("psql", "-q", "-d", s.url, "-c", "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"))
	})
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(strings.ReplaceAll(err.Error(), s.url, "PLY_POSTGRES"))
	}
	u.Path = "/" + name
	return u.String()
}
