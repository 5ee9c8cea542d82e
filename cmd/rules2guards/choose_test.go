package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/templates"
)

func TestInitChoosesPacks(t *testing.T) {
	tests := []struct{ name, files, want string }{
		{"empty", "", ""},
		{"npm", "package.json package-lock.json", "node-npm: there is a package-lock.json"},
		{"npm without a lock file", "package.json", "node-npm: there is a package.json"},
		{"pnpm", "package.json pnpm-lock.yaml tsconfig.json", "node-pnpm: there is a pnpm-lock.yaml|typescript: there is a tsconfig.json"},
		{"yarn", "package.json yarn.lock", "node-yarn: there is a yarn.lock"},
		{"bun", "package.json bun.lock", "node-bun: there is a bun.lock"},
		{"bun, both forms", "package.json bun.lock bun.lockb", "node-bun: there is a bun.lock"},
		{"what package.json names", `package.json={"packageManager":"yarn@4.1.0"}`, "node-yarn: there is a package.json that names yarn"},
		{"and it outdoes a lock file", `package.json={"packageManager":"pnpm@9"} package-lock.json`, "node-pnpm: there is a package.json that names pnpm"},
		{
			"two lock files", "package.json yarn.lock package-lock.json",
			"-: no node pack, of which one stops the others: there is a yarn.lock, there is a package-lock.json; take one of node-yarn, node-npm, or a rules.toml for each folder",
		},
		{"uv", "pyproject.toml uv.lock", "python-uv: there is a uv.lock|python: there is a pyproject.toml"},
		{"poetry", "pyproject.toml poetry.lock", "python-poetry: there is a poetry.lock|python: there is a pyproject.toml"},
		{"poetry without a lock file", "pyproject.toml=[tool.poetry]", "python-poetry: there is a pyproject.toml that names poetry|python: there is a pyproject.toml"},
		{"pip", "requirements.txt", "python-pip: there is a requirements.txt|python: there is a requirements.txt"},
		{"go", "go.mod Dockerfile compose.yaml", "go: there is a go.mod|docker: there is a Dockerfile"},
		{
			"a monorepo", "pnpm-lock.yaml package.json apps/web/package.json apps/web/tsconfig.json services/api/go.mod services/ml/uv.lock services/ml/pyproject.toml infra/main.tf deploy/kustomization.yaml",
			"node-pnpm: there is a pnpm-lock.yaml|python-uv: services/ml has a uv.lock|typescript: apps/web has a tsconfig.json|python: services/ml has a pyproject.toml|" +
				"go: services/api has a go.mod|kubernetes: deploy has a kustomization.yaml|terraform: infra has a main.tf",
		},
		{
			"folders with managers of their own", "web/package.json web/pnpm-lock.yaml api/package.json api/package-lock.json",
			"-: no node pack, of which one stops the others: web has a pnpm-lock.yaml, api has a package-lock.json; take one of node-pnpm, node-npm, or a rules.toml for each folder",
		},
		{"what others made", "node_modules/x/package.json vendor/y/go.mod .cache/z/uv.lock testdata/go.mod a/b/c/d/go.mod", ""},
		{
			"a root and a folder that differ", "package.json package-lock.json web/package.json web/pnpm-lock.yaml",
			"-: no node pack, of which one stops the others: there is a package-lock.json, web has a pnpm-lock.yaml; take one of node-npm, node-pnpm, or a rules.toml for each folder",
		},
		{
			"a root that names one and a folder that differs", `package.json={"packageManager":"yarn@4.1.0"} yarn.lock web/package-lock.json`,
			"-: no node pack, of which one stops the others: there is a package.json that names yarn, web has a package-lock.json; take one of node-yarn, node-npm, or a rules.toml for each folder",
		},
		{
			"a folder that names one and a folder with a lock file", `api/package-lock.json web/package.json={"packageManager":"pnpm@9"}`,
			"-: no node pack, of which one stops the others: web has a package.json that names pnpm, api has a package-lock.json; take one of node-pnpm, node-npm, or a rules.toml for each folder",
		},
		{"a root and a folder that agree", "pnpm-lock.yaml web/pnpm-lock.yaml", "node-pnpm: there is a pnpm-lock.yaml"},
		{"a lock file in a folder says more than a package.json at the root", "package.json web/package.json web/pnpm-lock.yaml", "node-pnpm: web has a pnpm-lock.yaml"},
		{"requirements beside a lock file elsewhere", "pyproject.toml uv.lock docs/requirements.txt", "python-uv: there is a uv.lock|python: there is a pyproject.toml"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range strings.Fields(tt.files) {
				name, text, _ := strings.Cut(f, "=")
				p := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			chosen := choosePacks(dir)
			var got []string
			for _, c := range chosen[len(floor()):] {
				if c.pack == "" {
					c.pack = "-"
				}
				got = append(got, c.pack+": "+c.why)
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			for _, d := range compiler.Compile("rules.toml", starter(chosen), compiler.Options{Pack: templates.Pack}).Diagnostics {
				if d.Severity != diag.Note {
					t.Errorf("%d:%d: %s", d.Line, d.Col, d.Message)
				}
			}
		})
	}
}
