// Package strips grounds planning tasks (package pddl), turns them into games of package dependency, and checks plans.
//
// [Ground] finds the actions that can become applicable, by reachability. [Task.Cells] finds which facts exclude each other
// and makes [Cells] of them, with a value for each fact. The moves of their game have preconditions and modifications,
// as all searches and package dependency/heuristic want them. [Validate] checks a plan by the text of the task alone.
package strips
