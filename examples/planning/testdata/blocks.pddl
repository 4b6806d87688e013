; Blocks on a table, moved by one hand that takes one block at a time.
(define (domain blocks)
  (:requirements :strips :typing)
  (:types block)
  (:predicates (on ?b ?under - block) (on-table ?b - block) (clear ?b - block) (held ?b - block) (hand-free))

  (:action take-from-table
    :parameters (?b - block)
    :precondition (and (hand-free) (on-table ?b) (clear ?b))
    :effect (and (held ?b) (not (hand-free)) (not (on-table ?b)) (not (clear ?b))))
  (:action put-on-table
    :parameters (?b - block)
    :precondition (held ?b)
    :effect (and (hand-free) (on-table ?b) (clear ?b) (not (held ?b))))
  (:action take
    :parameters (?b ?under - block)
    :precondition (and (hand-free) (on ?b ?under) (clear ?b))
    :effect (and (held ?b) (clear ?under) (not (hand-free)) (not (on ?b ?under)) (not (clear ?b))))
  (:action put
    :parameters (?b ?under - block)
    :precondition (and (held ?b) (clear ?under))
    :effect (and (hand-free) (on ?b ?under) (clear ?b) (not (held ?b)) (not (clear ?under)))))
