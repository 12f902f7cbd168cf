package field

import (
	"net/url"
	"strings"
)

// ChatLink is the WhatsApp chat with a phone number.
func ChatLink(phone string) string { return WhatsApp.Handle + International(phone) }

// Dialled is a phone number with its country code, as machines read it.
func Dialled(phone string) string { return "+" + International(phone) }

// TelLink dials a phone number.
func TelLink(phone string) string { return "tel:" + Dialled(phone) }

// MailLink writes to an address. What may stand in one would otherwise read as
// more than the address: "a?bcc=b@example.in" is one.
func MailLink(email string) string {
	return "mailto:" + url.PathEscape(email)
}

// MapsLink searches a map for an address.
func MapsLink(address string) string {
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(strings.ReplaceAll(address, "\n", ", "))
}
