// Package puzzle states puzzles as rules, that is, as preconditions and modifications of cells, and bounds by hand what their
// solutions cost. A derived estimate (package dependency/heuristic) can be compared with a bound that a person wrote.
package puzzle
