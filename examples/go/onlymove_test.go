package main

import "testing"

// TestOnlyMove checks that the only legal move is played at once, whatever time the player has: here Black may only pass,
// since the last point is suicide.
func TestOnlyMove(t *testing.T) {
	flags := quick
	flags.size, flags.player = 2, "uct,time=24h"
	replies := talk(t, flags, "play b a1\nplay b a2\nplay b b1\ngenmove b\n")
	if last := replies[len(replies)-1]; last != "= pass" {
		t.Errorf("%q, want a pass", replies)
	}
}
