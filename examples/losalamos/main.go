// Command losalamos counts lines of Los Alamos chess, analyses positions and plays.
package main

func main() {}
