// Package pddl reads planning tasks in the Planning Domain Definition Language (McDermott and others 1998): STRIPS with
// types, constants, negative preconditions, equality and action costs. Everything else is refused with an [Error] that
// says where it stands.
package pddl
