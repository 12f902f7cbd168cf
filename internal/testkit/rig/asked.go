package rig

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Asked returns the names among the command-line arguments. Every name must be known, and
// every "name=number" must have a number. Otherwise a run with a typo would succeed although
// it ran nothing, or something else.
func Asked(args, known []string) (names []string, err error) {
	for _, arg := range args {
		if _, number, ok := strings.Cut(arg, "="); ok {
			if _, err := strconv.Atoi(number); err != nil {
				return nil, fmt.Errorf("%s: %q is not a number", arg, number)
			}
			continue
		}
		if !slices.Contains(known, arg) {
			return nil, fmt.Errorf("unknown name %q; known names: %s", arg, strings.Join(known, " "))
		}
		names = append(names, arg)
	}
	return names, nil
}

// Number returns the value of a command-line argument such as "seconds=10", or usual if there
// is none. Asked has checked that the value is a number.
func Number(name string, usual int) int {
	for _, arg := range os.Args[1:] {
		if text, ok := strings.CutPrefix(arg, name+"="); ok {
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return usual
}
