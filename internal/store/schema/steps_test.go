package schema

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStepReportsItsLocksAndSlowWork(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]struct {
		locks []Lock
		work  []string
	}{
		"CREATE TABLE a (id int); CREATE INDEX on_a ON a (id); ALTER TABLE a ADD b int;": {},
		"ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '';":                           {[]Lock{{"a", everybody}}, nil},
		"ALTER TABLE a ALTER COLUMN b TYPE bigint;":                                      {[]Lock{{"a", everybody}}, []string{"every row of a is rewritten"}},
		"ALTER TABLE a ADD b int GENERATED ALWAYS AS (c + 1) STORED;":                    {[]Lock{{"a", everybody}}, []string{"every row of a is rewritten"}},
		"ALTER TABLE a ADD CONSTRAINT c CHECK (typeof(b) = 'type') NOT VALID;":           {[]Lock{{"a", everybody}}, nil},
		"ALTER TABLE a VALIDATE CONSTRAINT c;":                                           {},
		"ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);":                                  {[]Lock{{"a", everybody}}, []string{"every row of a is read"}},
		"CREATE UNIQUE INDEX version ON a (b);":                                          {[]Lock{{"a", writers}}, []string{"an index on a is built"}},
		"UPDATE a SET b = 1; ALTER TABLE a ALTER b SET NOT NULL;":                        {[]Lock{{"a", everybody}}, []string{"rows of a are changed", "every row of a is read"}},
		"CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW EXECUTE FUNCTION f();":         {[]Lock{{"a", writers}}, nil},
		"CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN DELETE FROM a; END $$;":         {},
		"DO $$ BEGIN\n IF x THEN\n CREATE INDEX i ON a (b);\n END IF;\nEND $$;":          {[]Lock{{"a", writers}}, []string{"an index on a is built"}},
		"-- DROP TABLE a;\nDELETE FROM b; DROP TABLE c;":                                 {[]Lock{{"b", rivals}, {"c", everybody}}, []string{"rows of b are changed"}},
	} {
		found, work := locks("-- +goose Up\n" + sql + "\n-- +goose Down\nDROP TABLE a;")
		assert.Equal(t, want.locks, found, sql)
		assert.Equal(t, want.work, work, sql)
	}
}

func TestEveryStepHasADescription(t *testing.T) {
	t.Parallel()
	steps := Steps()
	require.Equal(t, int64(1), steps[0].Version)
	for i, step := range steps {
		assert.Greater(t, len(step.About), 8, step)
		assert.True(t, strings.HasSuffix(step.About, "."), "%s: %s", step, step.About)
		if i > 0 {
			assert.Greater(t, step.Version, steps[i-1].Version)
		}
	}
	assert.Equal(t, steps[len(steps)-1].Version, Newest())
}

var (
	removes = regexp.MustCompile(`(?i)\b(DROP (TABLE|COLUMN|FUNCTION|VIEW)|RENAME (TO|COLUMN)|ALTER COLUMN \w+ (SET DATA )?TYPE)\b`)
	raises  = regexp.MustCompile(`(?i)UPDATE schema_support SET oldest_step = \d+`)
)

// silent reports whether a step removes something that an older program may use without recording
// that in schema_support.
func silent(sql string) bool { return removes.MatchString(sql) && !raises.MatchString(sql) }

func TestDestructiveStepMustRaiseTheOldestSupportedStep(t *testing.T) {
	t.Parallel()
	assert.True(t, silent("ALTER TABLE a DROP COLUMN b;"))
	assert.False(t, silent("ALTER TABLE a DROP COLUMN b; UPDATE schema_support SET oldest_step = 24;"))
	assert.False(t, silent("ALTER TABLE a ADD COLUMN b text;"))
	for _, step := range Steps() {
		text, err := migrations.ReadFile("migrations/" + step.String() + ".sql")
		if step.Version <= 24 || errors.Is(err, fs.ErrNotExist) { // schema_support did not exist yet, or the step is not a file
			continue
		}
		require.NoError(t, err)
		for _, statement := range statements(up(string(text))) {
			if removes.MatchString(statement) {
				assert.False(t, silent(up(string(text))), "%s removes something: raise schema_support.oldest_step to the newest step of the previous release", step)
			}
		}
	}
}

func TestChangedFunctionNeedsAStep(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(functions, "functions/*.sql")
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "functions/"), ".sql")
		var newest revision
		for _, r := range revisions {
			if r.name == name {
				newest = r
			}
		}
		require.NotZero(t, newest.version, "%s is created by no step: add a row to revisions", file)
		assert.Equal(t, sumOf(newest.text()), newest.sum, "%s has changed: add a row with this sum to revisions", file)
	}
}
