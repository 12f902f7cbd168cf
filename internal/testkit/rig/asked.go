package rig

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Asked are the names among the arguments of the command line. Every one of them must
// be known, and every "name=number" hold a number: what is mistyped would otherwise
// run nothing, or something else, and end well.
func Asked(args, known []string) (names []string, err error) {
	for _, arg := range args {
		if _, number, ok := strings.Cut(arg, "="); ok {
			if _, err := strconv.Atoi(number); err != nil {
				return nil, fmt.Errorf("%s: %q is no number", arg, number)
			}
			continue
		}
		if !slices.Contains(known, arg) {
			return nil, fmt.Errorf("there is no %q; there are: %s", arg, strings.Join(known, " "))
		}
		names = append(names, arg)
	}
	return names, nil
}

// Number is what an argument such as "seconds=10" of the command line asks for; Asked
// has seen that it is a number.
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
