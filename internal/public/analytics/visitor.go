package analytics

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"
	"sync"
	"time"

	"parichay/internal/domain/visit"
)

// ahead is how long before a day begins the replicas agree on its salt.
const ahead = 10 * time.Minute

const saltBytes = 32

// salts holds the salts that visitors are hashed with, one per day. Replicas agree on a salt
// through the database. Until they have agreed, each replica uses the salt that it will propose.
type salts struct {
	agree func(ctx context.Context, day time.Time, offered []byte) ([]byte, error)

	mu   sync.RWMutex
	days map[time.Time]salt
}

type salt struct {
	value  []byte
	agreed bool
}

func (s *salts) of(day time.Time) salt {
	s.mu.RLock()
	known, ok := s.days[day]
	s.mu.RUnlock()
	if ok {
		return known
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.days[day]; ok {
		return known
	}
	value := make([]byte, saltBytes)
	_, _ = rand.Read(value) // never fails
	s.days[day] = salt{value: value}
	return s.days[day]
}

// settle agrees on the salts of today and of the day that begins soon, and deletes all others.
func (s *salts) settle(ctx context.Context, now time.Time) error {
	today, next := visit.Day(now), visit.Day(now.Add(ahead))
	s.mu.Lock()
	for day := range s.days {
		if day != today && day != next {
			delete(s.days, day)
		}
	}
	s.mu.Unlock()
	for _, day := range []time.Time{today, next} {
		ours := s.of(day)
		if ours.agreed {
			continue
		}
		value, err := s.agree(ctx, day, ours.value)
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.days[day] = salt{value, true}
		s.mu.Unlock()
	}
	return nil
}

// visitorOf returns a keyed hash of address and user agent, which identifies a browser for one
// day. Once the salt is deleted, neither can be recovered from the hash. Only the first 64
// bits of an IPv6 address are used, because phones change the rest every few hours.
func (s *salts) visitorOf(day time.Time, from netip.Addr, agent string) int64 {
	if from.Is6() && !from.Is4In6() {
		if network, err := from.Prefix(64); err == nil {
			from = network.Addr()
		}
	}
	h := hmac.New(sha256.New, s.of(day).value)
	address := from.As16()
	_, _ = h.Write(address[:])
	_, _ = h.Write([]byte(agent))
	return int64(binary.BigEndian.Uint64(h.Sum(nil)))
}
