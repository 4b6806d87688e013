// Package gdl reads, checks and prints game descriptions in the Game Description Language (Love, Hinrichs, Haley,
// Schkufza and Genesereth, General Game Playing: Game Description Language Specification, Stanford 2008) and its
// extension GDL-II (Thielscher, A General Game Description Language for Incomplete Information Games, AAAI 2010).
//
// A description is a logic program: facts and rules about the relations role, init, true, does, legal, next, terminal,
// goal and sees, and about relations that it defines itself. It is written in KIF, as on the field's servers, or in a
// notation that resembles Prolog:
//
//	(<= (next (control ?y)) (true (control ?x)) (role ?y) (distinct ?x ?y))
//	next(control(Y)) :- true(control(X)), role(Y), distinct(X, Y).
//
// Symbols are case-insensitive and converted to lower case.
//
// [Parse] reads KIF and [ParseProlog] the other notation. [Description.Check] reports problems, and
// [Description.Repair] corrects some of them. [Description.Clauses] returns the program without disjunctions, for
// evaluation by the packages reasoner and ground.
package gdl
