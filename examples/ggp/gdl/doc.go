// Package gdl reads, checks and prints game descriptions in the Game Description Language (Love, Hinrichs, Haley,
// Schkufza and Genesereth, General Game Playing: Game Description Language Specification, Stanford 2008) and its
// extension GDL-II (Thielscher, A General Game Description Language for Incomplete Information Games, AAAI 2010).
//
// A description is a logic program: facts and rules about the relations role, init, true, does, legal, next, terminal,
// goal and sees, and about others of its own. It is written either in KIF, as on the field's servers, or in a notation
// that resembles Prolog:
//
//	(<= (next (control ?y)) (true (control ?x)) (role ?y) (distinct ?x ?y))
//	next(control(Y)) :- true(control(X)), role(Y), distinct(X, Y).
//
// Letters of symbols have no case: they become lower-case when they are read.
//
// [Parse] reads KIF, [ParseProlog] the other notation. [Description.Check] finds what is wrong with a description, and
// [Description.Repair] rewrites what can be put right. [Description.Clauses] is the program without disjunctions, for
// those that evaluate it, such as the packages reasoner and ground.
package gdl
