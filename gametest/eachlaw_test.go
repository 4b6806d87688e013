//go:build long

package gametest

import (
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

func TestEachLawIsFoundBroken(t *testing.T) {
	shared := newRing()
	covered := map[string]bool{}
	for _, c := range []struct {
		fault string
		judge func() verdict
		law   string
		moves int
	}{
		{"Play panics", judge(func() *panics { return &panics{*newRing()} }), "replay", 2},
		{"new games are one", judge(func() *ring { return shared }), "same start", 0},
		{"a move listed twice", judge(func() *movesTwice { return &movesTwice{*newRing()} }), "unique moves", 1},
		{"Moves overwrites", judge(func() *movesOverwrite { return &movesOverwrite{*newRing()} }), "moves appended", 0},
		{"Moves counts its calls", judge(func() *movesCounted { return &movesCounted{*newRing(), new(int)} }), "order of moves", 0},
		{"Undo forgets a cell", judge(func() *undoForgetsCell { return &undoForgetsCell{*newRing()} }), "undo", 1},
		{"Undo forgets the hash", judge(func() *undoForgetsHash { return &undoForgetsHash{*newRing()} }), "undo", 1},
		{"Undo goes back once", judge(func() *undoOnce { return &undoOnce{ring: *newRing()} }), "undo", 2},
		{"Moves remembers", judge(func() *movesRemembered { return &movesRemembered{*newRing(), new(raise)} }), "undo", 0},
		{"Play needs Moves", judge(func() *playAfterMoves { return &playAfterMoves{*newRing(), new([]raise)} }), "same line", 1},
		{"a solved position has moves", judge(func() *solvedGoesOn { return &solvedGoesOn{*newRing()} }), "solved ends", 4},
		{"AppendBinary fails", judge(func() *identityFails { return &identityFails{*newRing()} }), "identity", 2},
		{"Rehash is another", judge(func() *rehashDiffers { return &rehashDiffers{*newRing()} }), "rehash", 2},
		{"the hash depends on the line", judge(func() *hashHasLine { return &hashHasLine{*newLined()} }), "equal positions, equal hashes", 2},
		{"the hash ignores a cell", judge(func() *hashIgnoresCell { return &hashIgnoresCell{*newRing()} }), "different positions, different hashes", 1},
		{"the identity depends on the line", judge(func() *identityHasLine { return &identityHasLine{*newLined()} }), "different positions, different hashes", 2},
		{"the moves depend on the line", judge(func() *movesHaveLine { return &movesHaveLine{*newLined()} }), "equal positions, equal moves", 2},
		{"HashAfter is wrong", judge(func() *hashAfterWrong { return &hashAfterWrong{*newRing()} }), "hash after", 1},
		{"HashAfter is inherited", judge(func() *skipsInherits { return &skipsInherits{*newCounter()} }), "hash after", 0},
		{"HashSuccessors does not append", judge(func() *successorsForget { return &successorsForget{*newRing()} }), "hash successors", 0},
		{"HashSuccessors is wrong", judge(func() *successorsWrong { return &successorsWrong{*newRing()} }), "hash successors", 0},
		{"a cell is negative", judge(func() *cellNegative { return &cellNegative{*newRing()} }), "cells", 0},
		{"a cell is hidden", judge(func() *cellHidden { return &cellHidden{*newRing()} }), "cells tell positions", 1},
		{"a modification is no precondition", judge(func() *footprintUnread { return &footprintUnread{*newRing()} }), "form of footprints", 1},
		{"footprints vary", judge(func() *footprintVaries { return &footprintVaries{*newRing()} }), "fixed footprints", 1},
		{"a precondition is missing", judge(func() *footprintForgets { return &footprintForgets{*newRing()} }), "legal by footprint", 1},
		{"a precondition is too much", judge(func() *footprintInvents { return &footprintInvents{*newRing()} }), "legal by footprint", 1},
		{"Play changes more", judge(func() *playsMore { return &playsMore{*newLined()} }), "play by footprint", 0},
		{"Commute one way", judge(func() *commutesOneWay { return &commutesOneWay{*newRing()} }), "commuting either way", 0},
		{"Commute always", judge(func() *commutesAlways { return &commutesAlways{*newRing()} }), "commuting", 0},
		{"Commute with the solution", judge(func() *commutesToTheEnd { return &commutesToTheEnd{*newRing()} }), "commuting", 3},
		{"Commute never", judge(func() *commutesNever { return &commutesNever{*newRing()} }), "commuting by footprint", 0},
		{"Advance lists moves twice", judge(func() *advanceForgets { return &advanceForgets{*newRing()} }), "advance", 0},
		{"Advance writes to prev", judge(func() *advanceInPlace { return &advanceInPlace{*newRing()} }), "advance", 0},
		{"Advance is inherited", judge(func() *skipsHashes { return &skipsHashes{skipsInherits{*newCounter()}} }), "advance", 0},
		{"a clone loses the hash", judge(func() *cloneLosesHash { return &cloneLosesHash{*newRing()} }), "clone", 0},
		{"a clone shares the cells", judge(func() *cloneShares { return &cloneShares{*newRing()} }), "clone apart", 0},
		{"declared acyclic", judge(func() *tilesAcyclic { return &tilesAcyclic{*newTiles()} }), "acyclic", 2},
		{"the score depends on the line", judge(func() *scoreHasLine { return &scoreHasLine{*newLined()} }), "score", 2},
		{"a cost is negative", judge(func() *costNegativeOnce { return &costNegativeOnce{*newRing()} }), "cost", 1},
		{"costs vary", judge(func() *costVaries { return &costVaries{*newRing()} }), "fixed cost", 2},
		{"an estimate is negative", judge(func() *estimateNegative { return &estimateNegative{*newRing()} }), "estimate", 2},
		{"an estimate at the end", judge(func() *estimateAtEnd { return &estimateAtEnd{*newRing()} }), "estimate", 4},
		{"an estimate too great", judge(func() *estimateGreat { return &estimateGreat{*newRing()} }), "admissible", 2},
		{"an estimate too great far from the end", judge(func() *counterFar { return &counterFar{*newCounter()} }), "admissible", 0},
		{"a preferred move that is not legal", judge(func() *prefersIllegal { return &prefersIllegal{*newRing()} }), "preferred moves", 1},
		{"moves preferred twice", judge(func() *prefersTwice { return &prefersTwice{*newRing()} }), "preferred moves", 0},
		{"fewer estimates", judge(func() *estimatesFewer { return &estimatesFewer{*newRing()} }), "preferred moves", 2},
		{"moves preferred by playing", judge(func() *prefersByPlay { return &prefersByPlay{*newRing()} }), "preferred moves", 0},
		{"a reply that is not counted", judge(func() *countsFewer { return &countsFewer{*newRing()} }), "count of successors", 0},
		{"replies counted by playing", judge(func() *countsByPlay { return &countsByPlay{*newRing()} }), "count of successors", 0},
		{"HashUnder(0) is another", judge(func() *hashUnder0 { return &hashUnder0{*newRing()} }), "symmetry 0", 1},
		{"images collide", judge(func() *imagesCollide { return &imagesCollide{*newRing()} }), "images of moves", 0},
		{"a symmetry is missing", judge(func() *groupOpen { return &groupOpen{*newRing()} }), "group", 0},
		{"MoveUnder turns back", judge(func() *turnsBack { return &turnsBack{*newRing()} }), "images of lines", 1},
		{"HashUnder is wrong", judge(func() *hashUnderWrong { return &hashUnderWrong{*newRing()} }), "images of lines", 2},
		{"positions that are no images", judge(func() *counterMirrored { return &counterMirrored{*newCounter()} }), "canonical hash", 3},
		{"AppendBinary overwrites", judge(func() *identityOverwrites { return &identityOverwrites{*newRing()} }), "identity", 0},
		{"HashAfter plays", judge(func() *hashAfterPlays { return &hashAfterPlays{*newRing()} }), "hash after", 0},
		{"an exclusive or that is mixed", judge(func() *xorHashMixes { return &xorHashMixes{plain{newRing()}} }), "xor hash", 0},
		{"an exclusive or with nothing", judge(func() *xorHashesAnew { return &xorHashesAnew{*newRing()} }), "xor hash", 0},
		{"HashAfter needs Hash", judge(func() *hashLate { return &hashLate{ring: *newRing()} }), "hash after", 0},
		{"solved depends on the line", judge(func() *solvedHasLine { return &solvedHasLine{*newLined()} }), "equal positions, equal moves", 4},
		{"no cells", judge(func() *cellsNone { return &cellsNone{*newRing()} }), "cells tell positions", 1},
		{"another number of cells", judge(func() *cellsGrow { return &cellsGrow{*newRing()} }), "cells", 2},
		{"a precondition twice", judge(newFootprintWrong(preconditionTwice)), "form of footprints", 0},
		{"a modification twice", judge(newFootprintWrong(modificationTwice)), "form of footprints", 0},
		{"a modification to the same", judge(newFootprintWrong(modificationNone)), "form of footprints", 0},
		{"a negative value", judge(newFootprintWrong(valueNegative)), "form of footprints", 0},
		{"a cell out of range", judge(newFootprintWrong(cellTooGreat)), "form of footprints", 0},
		{"Footprint overwrites", judge(func() *footprintOverwrites { return &footprintOverwrites{*newRing()} }), "form of footprints", 0},
		{"Commute around", judge(func() *commutesAround { return &commutesAround{*newRing()} }), "commuting", 0},
		{"Advance overwrites", judge(func() *advanceOverwrites { return &advanceOverwrites{*newRing()} }), "advance", 0},
		{"Advance loses the hash", judge(func() *advanceLosesHash { return &advanceLosesHash{*newRing()} }), "advance", 0},
		{"Advance sorts", judge(func() *advanceSorts { return &advanceSorts{*newRing()} }), "advance", 0},
		{"Advance needs Hash", judge(func() *advanceHashes { return &advanceHashes{ring: *newRing()} }), "advance", 0},
		{"a clone is copied late", judge(func() *cloneLate { return &cloneLate{ring: newRing(), copied: true} }), "clone apart", 0},
		{"no symmetries", judge(func() *symmetryNone { return &symmetryNone{*newRing()} }), "symmetry 0", 0},
		{"MoveUnder(0) is another", judge(func() *moveUnder0 { return &moveUnder0{*newRing()} }), "symmetry 0", 0},
		{"a precondition is missing where no cells are shown", judge(func() footprintAlone { return footprintAlone{newRing()} }), "independent moves", 0},
		{"Needing forgets a move", judge(func() needingForgets { return needingForgets{row{newRow(true)}} }), "needing", 2},
		{"Needing lists moves twice", judge(func() needingTwice { return needingTwice{row{newRow(true)}} }), "needing", 0},
		{"Needing lists a move too much", judge(func() needingInvents { return needingInvents{row{newRow(true)}} }), "needing", 0},
		{"Needing overwrites", judge(func() needingOverwrites { return needingOverwrites{row{newRow(true)}} }), "needing", 0},
		{"conflicts of moves of a line", judge(func() conflictsInARow { return conflictsInARow{row{newRow(true)}} }), "conflicts", 2},
		{"Conflict one way", judge(func() conflictsOneWay { return conflictsOneWay{row{newRow(true)}} }), "conflicts", 0},
		{"half of a goal", judge(func() goalPart { return goalPart{row{newRow(true)}} }), "goal", 2},
		{"another goal", judge(func() goalOther { return goalOther{row{newRow(true)}} }), "goal", 1},
		{"declared monotone", judge(func() row { return row{newRow(false)} }), "monotone", 4},
		{"Play rolls dice", judge(func() *diceOfTwo { return new(diceOfTwo) }), "deterministic", 3},
		{"Play rolls dice that hardly show", judge(func() *dice { return new(dice) }), "same line", 6},
		{"the score is not that of images", judge(func() *scoreOfCell { return &scoreOfCell{*newRing()} }), "canonical hash", 4},
		{"an inverse that is not legal", judge(func() *inverseIllegal { return &inverseIllegal{*newSlides()} }), "inverse", 0},
		{"an inverse that goes on", judge(func() *inverseGoesOn { return &inverseGoesOn{*newSlides()} }), "inverse", 0},
		{"inverses vary", judge(func() *inverseVaries { return &inverseVaries{*newSlides()} }), "inverse", 5},
		{"Refuted plays", judge(func() refutedPlays { return refutedPlays{row{newRow(true)}} }), "refuted", 4},
		{"Refuted sorts", judge(func() refutedSorts { return refutedSorts{row{newRow(true)}} }), "refuted", 4},
		{"Refuted at random", judge(func() refutedRandomly { return refutedRandomly{row{newRow(true)}, new(bool)} }), "refuted", 4},
		{"Needing depends on the position", judge(func() needingVaries { return needingVaries{row{newRow(true)}} }), "needing", 1},
		{"conflicts depend on the position", judge(func() conflictsVary { return conflictsVary{row{newRow(true)}} }), "conflicts", 2},
		{"a move of no sub-game", judge(func() *lanesForget { return &lanesForget{*newLanes()} }), "sub-games", 0},
		{"a sub-game watches too little", judge(func() *lanesWatchNothing { return &lanesWatchNothing{*newLanes()} }), "sub-games", 0},
		{"HashChange is wrong", judge(func() *lanesHash { return &lanesHash{*newLanes()} }), "sub-games", 0},
		{"more and more sub-games", judge(func() *lanesGrow { return &lanesGrow{*newLanes()} }), "sub-games", 1},
		{"Watched overwrites", judge(func() *lanesWatchedOverwrites { return &lanesWatchedOverwrites{*newLanes()} }), "sub-games", 0},
		{"Changed overwrites", judge(func() *lanesChangedOverwrites { return &lanesChangedOverwrites{*newLanes()} }), "sub-games", 0},
		{"Undo forgets the boxes", judge(func() undoForgetsBoxes { return undoForgetsBoxes{newDots(2)} }), "undo", 3},
		{"bounds one too high", judge(func() boundsHigh { return boundsHigh{newDots(1)} }), "bounds", 0},
		{"a clone shares what moves are taken back with", judge(func() cloneSharesStack { return cloneSharesStack{newDots(2)} }), "clone apart", 1},
		{"a clone loses the side", judge(func() cloneLosesSide { return cloneLosesSide{newDots(2)} }), "clone", 1},
		{"a copy loses the side", judge(func() copyLosesSide { return copyLosesSide{newDots(2)} }), "copy", 0},
		{"a copy loses what moves are taken back with", judge(func() copyLosesStack { return copyLosesStack{newDots(2)} }), "copy", 4},
		{"a copy shares what moves are taken back with", judge(func() copySharesStack { return copySharesStack{newDots(2)} }), "copy apart", 1},
		{"a clone loses the outcome", judge(func() cloneLosesBoxes { return cloneLosesBoxes{newDots(1)} }), "clone", 4},
		{"no game", judge(func() ply.Game[int] { return nil }), "replay", 0},
	} {
		covered[c.law] = true
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			v := c.judge()
			if v.law != c.law || v.moves != c.moves || !v.shortest {
				t.Errorf("law %q after %d moves, shortest: %v; want %q after %d\n%s", v.law, v.moves, v.shortest, c.law, c.moves, v.report)
			}
			if v.law != "none" && !strings.Contains(v.report, "want: ") {
				t.Errorf("report:\n%s", v.report)
			}
		})
	}
	for _, l := range slices.Concat(chanceLaws, adversarialLaws, threatLaws, multiplayerLaws, hiddenLaws, samplingLaws, indexLaws, notationLaws,
		[]*law{&sameAnswers}, doubts) {
		covered[l.name] = true // by tests of their own
	}
	for _, l := range laws() {
		if !covered[l.name] {
			t.Errorf("no game breaks law %q", l.name)
		}
	}
}

func TestALineTooLongToBeTheShortest(t *testing.T) {
	v := judge(func() *distance { return &distance{*newCounter()} })()
	// Without any one of its moves the line would end before the fault.
	if v.law != "hash after" || v.shortest || v.moves < distanceFar/2 || v.moves > distanceFar {
		t.Errorf("law %q after %d moves, shortest: %v\n%s", v.law, v.moves, v.shortest, v.report)
	}
	if !strings.Contains(v.report, "not all were tried") {
		t.Errorf("report:\n%s", v.report)
	}
}

func TestPlainGamesAreLawful(t *testing.T) {
	t.Run("plain", func(t *testing.T) { Check(t, func() plain { return plain{newRing()} }) })
	t.Run("celled", func(t *testing.T) { Check(t, func() celled { return celled{plain{newRing()}} }) })
	t.Run("hashing", func(t *testing.T) { Check(t, func() hashing { return hashing{plain{newRing()}} }) })
}

// everOn is a game without an end, with capabilities whose laws look ahead.
type everOn struct{ played int }

func (g *everOn) Moves(dst []int) []int    { return append(dst, 1, 2, 3) }
func (g *everOn) Play(int)                 { g.played++ }
func (g *everOn) Undo(int)                 { g.played-- }
func (g *everOn) Solved() bool             { return false }
func (g *everOn) Estimate() int            { return 1 << 30 }
func (g *everOn) Hash() uint64             { return transposition.Mix(uint64(g.played)) }
func (g *everOn) ToMove() int              { return g.played & 1 }
func (g *everOn) Outcome() int             { return 0 }
func (g *everOn) Decisive(dst []int) []int { return append(dst, 2) }
func (g *everOn) Clone() *everOn           { return &everOn{g.played} }

func (g *everOn) Bounds(_, _ int) (low, high int) { return -1, 1 }

func TestGamesWithoutEnd(t *testing.T) {
	Check(t, func() *everOn { return new(everOn) })
}
