// Package montana is the solitaire Montana, also called Gaps, Spaces or Superpuzz (Helmstetter 2007,
// chapter 3), as a game for package ply.
//
// The cards are laid out in rows, one for each suit; the aces are taken away and leave gaps. A gap can
// be filled by the successor, in suit, of the card on its left, whose place becomes the gap; nothing
// can be put behind a king or a gap. The aim is to have each suit in a row from the two to the king.
// In variant [Base] the aces stand in a column of their own on the left, the first suit in the first
// row and so on; in variant [Common] they are gone, and any two may be put into a gap in the first
// column.
//
// There may be other numbers of suits and ranks than 4 and 13.
package montana
