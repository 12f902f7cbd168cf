package main

// Fallback root certificates for mail servers and buckets, for machines without any, such
// as an image that contains only the program. The system's certificates take precedence.
import _ "golang.org/x/crypto/x509roots/fallback"
