// Package endings plays chess with few men: up to five, the kings included, on the whole board. There is no castling, and
// only one side may have pawns, so that there is no capture in passing either. Fifty moves without progress and repetitions
// end no game: whether a side can force mate is what counts.
//
// A [Material] is the men of a position, as in KRK: the men of White, from the king on, and those of Black. Captures and
// promotions lead to other material. A [Game] comprises all of it: [New] makes one, in which the positions of all material
// that the first can come to have indices, in classes that are solved one after the other.
package endings
