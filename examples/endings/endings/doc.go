// Package endings numbers the positions of chess with up to five men, the kings included, so that retrograde analysis solves
// them. Package [chess] has the rules. There is no castling, and only one side may have pawns, so that no pawn captures in
// passing. The fifty-move rule and repetitions end no game.
//
// A [Material] is the men of a position, as in KRK: the men of White, from the king on, and the men of Black. Captures and
// promotions lead to other material. The indices of a [Game] cover its material and all material that can follow, in classes
// that are solved one after the other.
package endings
