package draw

import (
	"image"
	"strconv"
	"strings"
)

// outline returns the outlines of all dark regions as one SVG path.
func outline(modules [][]bool) string {
	var path strings.Builder
	for _, corners := range walks(modules) {
		path.WriteString("M" + strconv.Itoa(corners[0].X) + " " + strconv.Itoa(corners[0].Y))
		for i, to := range corners[1:] {
			if by := to.Sub(corners[i]); by.Y == 0 {
				path.WriteString("h" + strconv.Itoa(by.X))
			} else {
				path.WriteString("v" + strconv.Itoa(by.Y))
			}
		}
		path.WriteByte('z') // draws the last side
	}
	return path.String()
}

// walks returns the outline of every dark region as a list of corners. Squares drawn one by
// one would make the file twice as long, and show hairlines when a printer smooths their
// edges.
func walks(modules [][]bool) (all [][]image.Point) {
	n := len(modules)
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < n && y < n && modules[y][x] }
	walked := make([]bool, n*n) // top edges already part of a walk
	for y := range n {
		for x := range n {
			// Every walk has a top edge, and the first top edge found starts at a corner.
			if dark(x, y) && !dark(x, y-1) && !walked[y*n+x] {
				all = append(all, walk(dark, x, y, func(x, y int) { walked[y*n+x] = true }))
			}
		}
	}
	return all
}

// Headings, clockwise: a walk keeps the dark region on its right.
const (
	east = iota
	south
	west
	north
)

func walk(dark func(x, y int) bool, startX, startY int, top func(x, y int)) (corners []image.Point) {
	corners = append(corners, image.Pt(startX, startY))
	x, y, heading := startX, startY, east
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
			return corners
		}
		corners = append(corners, image.Pt(x, y))
		heading = next
	}
}
