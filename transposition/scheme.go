package transposition

import "github.com/ply-search/ply/internal/hashtable"

// A Scheme decides which of two positions remains in a [Table] when both belong in the same place (Breuker, Uiterwijk
// and van den Herik 1994). Most schemes compare the weights with which positions are stored: depths or numbers of
// nodes. With the zero Scheme the search chooses one.
type Scheme uint8

const (
	// ReplaceAlways keeps the newer position. It is the fastest scheme, used by Helmstetter 2007. Breuker: New.
	ReplaceAlways Scheme = iota + 1

	// ReplaceNever keeps the older position. Breuker's name is Old.
	ReplaceNever

	// KeepDeeper keeps the position searched deeper or, if equal, the newer one. The weight is a depth from 0 to 255.
	// Breuker: Deep.
	KeepDeeper

	// KeepBigger keeps the position whose search took more nodes or, if equal, the newer one. The weight is a number of
	// nodes, to which a position found in the table contributes 1. Breuker's name is Big1.
	KeepBigger

	// KeepBiggerAll is KeepBigger, but a position found in the table contributes its stored weight. Breuker: BigAll.
	KeepBiggerAll

	// TwoDeep has two entries in each place: for the position searched deepest, and for the newest of the others. The
	// weight is a depth. Breuker's name is TwoDeep.
	TwoDeep

	// TwoBig has two entries in each place: for the position whose search took the most nodes, and for the newest of the
	// others. The weight is a number of nodes. Breuker's name is TwoBig1; it is the best of his seven schemes.
	TwoBig
)

// String returns Breuker's name of the scheme, such as "TwoBig1".
func (s Scheme) String() string { return hashtable.Scheme(s).String() }
