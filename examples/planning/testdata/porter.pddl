; A porter with two hands takes parcels between rooms. To walk with both hands full costs more.
(define (domain porter)
  (:requirements :strips :typing :equality :negative-preconditions :action-costs)
  (:types room thing - object
          parcel hand - thing)
  (:constants left right - hand)
  (:predicates (in ?t - (either parcel room) ?r - room) ; a parcel, or the porter's room
               (here ?r - room) (full ?h - hand) (carries ?h - hand ?p - parcel))
  (:functions (total-cost) - number (steps ?from ?to - room) - number)

  (:action grasp
    :parameters (?h - hand ?p - parcel ?r - room)
    :precondition (and (here ?r) (in ?p ?r) (not (full ?h)))
    :effect (and (carries ?h ?p) (full ?h) (not (in ?p ?r)) (increase (total-cost) 1)))
  (:action release
    :parameters (?h - hand ?p - parcel ?r - room)
    :precondition (and (here ?r) (carries ?h ?p))
    :effect (and (in ?p ?r) (not (full ?h)) (not (carries ?h ?p)) (increase (total-cost) 1)))
  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (here ?from) (not (= ?from ?to)) (not (full left)))
    :effect (and (here ?to) (not (here ?from)) (increase (total-cost) (steps ?from ?to))))
  (:action walk-laden
    :parameters (?from ?to - room)
    :precondition (and (here ?from) (not (= ?from ?to)) (full left))
    :effect (and (here ?to) (not (here ?from))
                 (increase (total-cost) (steps ?from ?to)) (increase (total-cost) 2))))
