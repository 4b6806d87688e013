package transposition

import "github.com/ply-search/ply/internal/hashtable"

// A Scheme decides which position remains in a [Table] when two positions belong in the same place (Breuker, Uiterwijk
// and van den Herik 1994). Most schemes compare the weights with which positions are stored. A weight is a
// depth or a number of nodes, by the scheme. With the zero Scheme the search takes the one that suits it.
type Scheme uint8

const (
	// ReplaceAlways keeps the newer position. It is the fastest scheme, and the one that Helmstetter 2007 uses
	// throughout. Breuker's name is New.
	ReplaceAlways Scheme = iota + 1

	// ReplaceNever keeps the older position. Breuker's name is Old.
	ReplaceNever

	// KeepDeeper keeps the position that was searched deeper or, if equal, the newer one. The weight is a depth
	// from 0 to 255. Breuker's name is Deep.
	KeepDeeper

	// KeepBigger keeps the position whose search took more nodes or, if equal, the newer one. The weight is a
	// number of nodes, to which a position found in the table contributes 1. Breuker's name is Big1.
	KeepBigger

	// KeepBiggerAll is like KeepBigger, but a position found in the table contributes the weight with which it was
	// stored. Breuker's name is BigAll.
	KeepBiggerAll

	// TwoDeep has two entries in each place: one for the position that was searched deepest, and one for the
	// newest of the others. The weight is a depth. Breuker's name is TwoDeep.
	TwoDeep

	// TwoBig has two entries in each place: one for the position whose search took the most nodes, and one for the
	// newest of the others. The weight is a number of nodes. Breuker's name is TwoBig1; it is the best of his
	// seven schemes.
	TwoBig
)

// String returns Breuker's name of the scheme, such as "TwoBig1".
func (s Scheme) String() string { return hashtable.Scheme(s).String() }
