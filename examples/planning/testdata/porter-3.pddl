; Three parcels from the hall to the attic.
(define (problem porter-3)
  (:domain porter)
  (:objects hall attic - room p q r - parcel)
  (:init (here hall) (in p hall) (in q hall) (in r hall)
         (= (total-cost) 0) (= (steps hall attic) 4) (= (steps attic hall) 3)
         (= (steps hall hall) 0) (= (steps attic attic) 0))
  (:goal (and (in p attic) (in q attic) (in r attic)))
  (:metric minimize (total-cost)))
