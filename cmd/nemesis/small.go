package main

import "context"

func small(context.Context) (string, error) { return "", nil }
func edge(context.Context) (string, error) { return "", nil }
