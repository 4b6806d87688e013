// Package boardjs has the script by which pages let people choose cells of a board.
package boardjs

import _ "embed"

// Script is a module of JavaScript with the class Board. It works on drawings in SVG whose cells are elements of the class cell and
// have a name in their attribute data-cell.
//
//go:embed board.js
var Script []byte
