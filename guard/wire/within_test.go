package wire

import (
	"strings"
	"testing"
)

func TestNamesOfASearch(t *testing.T) {
	for _, tt := range []struct{ name, pattern, want string }{
		{"a name", ".env", ".env"},
		{"a star behind it", ".env*", ".env"},
		{"any folder", "**/.env", ".env"},
		{"a folder", "app/**/.env", "app//.env"},
		{"an ending", "*.pem", ".pem"},
		{"either", ".env{,.local}", ".env .env.local"},
		{"either of two endings", "*.{ts,tsx}", ".ts .tsx"},
		{"everything", "**/*", ""},
		{"all but", "!.env", ""},
		{"not a name", "[a-z]x", ""},
		{"broken", "{a", ""},
		{"very many", strings.Repeat("{a,b}", 40), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(namesOf(tt.pattern), " "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
