package transposition

import "github.com/ply-search/ply/internal/hashtable"

// A Scheme decides which of two positions remains in a [Table] if their keys belong in the same place of the table
// (Breuker, Uiterwijk and van den Herik 1994). Most schemes compare the weights of the positions: the depths to which
// they were searched, or the numbers of nodes of their searches. The zero Scheme is the default scheme of the search
// that uses the table.
type Scheme uint8

const (
	// ReplaceAlways keeps the newer position. It is the fastest scheme, used by Helmstetter 2007. Breuker calls this
	// scheme New.
	ReplaceAlways Scheme = iota + 1

	// ReplaceNever keeps the older position. Breuker calls this scheme Old.
	ReplaceNever

	// KeepDeeper keeps the position that was searched deeper or, if the depths are equal, the newer position. The
	// weight is a depth from 0 to 255. Breuker calls this scheme Deep.
	KeepDeeper

	// KeepBigger keeps the position whose search took more nodes or, if the numbers are equal, the newer position. The
	// weight is a number of nodes. A subtree that was not searched, because the table contained its result, counts as 1
	// node in this number. Breuker calls this scheme Big1.
	KeepBigger

	// KeepBiggerAll is KeepBigger, except that a subtree that was not searched because the table contained its result
	// counts as many nodes as the weight of that table entry. Breuker calls this scheme BigAll.
	KeepBiggerAll

	// TwoDeep has two entries in each place: one for the position that was searched deepest, and one for the newest of
	// the other positions. The weight is a depth. Breuker calls this scheme TwoDeep.
	TwoDeep

	// TwoBig has two entries in each place: one for the position whose search took the most nodes, and one for the
	// newest of the other positions. The weight is a number of nodes. Breuker calls this scheme TwoBig1. It is the best
	// of Breuker's seven schemes.
	TwoBig
)

// String returns the name by which Breuker calls the scheme, such as "TwoBig1".
func (s Scheme) String() string { return hashtable.Scheme(s).String() }
