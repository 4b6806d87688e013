; b on a and d on c; then the tower a on b on c on d.
(define (problem blocks-4)
  (:domain blocks)
  (:objects a b c d - block)
  (:init (on-table a) (on b a) (clear b) (on-table c) (on d c) (clear d) (hand-free))
  (:goal (and (on a b) (on b c) (on c d))))
