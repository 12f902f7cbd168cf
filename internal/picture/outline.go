package picture

import (
	"strconv"
	"strings"
)

// outline walks around every dark region and returns the walks as one SVG path.
// Squares drawn one by one would be twice as long and show hairlines between
// neighbours when a printer smooths their edges.
func outline(modules [][]bool) string {
	n := len(modules)
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < n && y < n && modules[y][x] }
	walked := make([]bool, n*n) // top edges already part of a walk
	var path strings.Builder
	for y := range n {
		for x := range n {
			// Every walk has a top edge, and the first one met is its corner.
			if dark(x, y) && !dark(x, y-1) && !walked[y*n+x] {
				walk(&path, dark, x, y, func(x, y int) { walked[y*n+x] = true })
			}
		}
	}
	return path.String()
}

// Headings, clockwise: a walk keeps the dark on its right hand.
const (
	east = iota
	south
	west
	north
)

func walk(path *strings.Builder, dark func(x, y int) bool, startX, startY int, top func(x, y int)) {
	path.WriteString("M" + strconv.Itoa(startX) + " " + strconv.Itoa(startY))
	x, y, heading, length := startX, startY, east, 0
	for {
		switch heading {
		case east:
			top(x, y)
			x++
		case south:
			y++
		case west:
			x--
		case north:
			y--
		}
		length++
		around := [4]bool{dark(x, y-1), dark(x, y), dark(x-1, y), dark(x-1, y-1)} // clockwise from north-east
		next := heading
		switch left, right := around[heading], around[(heading+1)%4]; {
		case !right: // also where two regions touch at a corner: they stay apart
			next = (heading + 1) % 4
		case left:
			next = (heading + 3) % 4
		}
		if next == heading {
			continue
		}
		if x == startX && y == startY && next == east {
			path.WriteByte('z') // draws the last side
			return
		}
		path.WriteString([4]string{"h", "v", "h-", "v-"}[heading] + strconv.Itoa(length))
		heading, length = next, 0
	}
}
