package shell

import "strings"

// isGroup reports whether a subcommand has subcommands of its own.
func isGroup(program, sub string) bool {
	switch program {
	case "git":
		switch sub {
		case "stash", "worktree", "remote", "submodule", "bisect", "notes", "reflog", "lfs", "flow", "bundle",
			"sparse-checkout", "maintenance", "rerere", "commit-graph", "multi-pack-index", "svn", "annex", "hook", "refs", "credential":
			return true
		}
	case "aws", "gcloud", "az", "doctl", "ibmcloud", "oci", "aliyun", "glab", "hub":
		return true
	case "gh":
		switch sub {
		case "api", "browse", "status", "search", "completion", "help", "version":
			return sub == "search"
		}
		return true
	case "docker":
		switch sub {
		case "compose", "container", "image", "volume", "network", "system", "buildx", "builder", "context", "manifest",
			"plugin", "secret", "service", "stack", "swarm", "node", "config", "trust", "machine", "pod", "scout":
			return true
		}
	case "kubectl":
		switch sub {
		case "config", "rollout", "set", "create", "auth", "certificate", "top", "cluster-info", "plugin", "alpha", "debug-node", "kustomize-set":
			return sub != "create" // kubectl create ns x: its words are kinds of things
		}
	case "terraform":
		switch sub {
		case "state", "workspace", "providers", "metadata", "cloud":
			return true
		}
	case "helm":
		switch sub {
		case "repo", "plugin", "dependency", "dep", "registry", "get", "show", "search":
			return true
		}
	case "npm", "pnpm":
		switch sub {
		case "config", "cache", "token", "team", "profile", "org", "dist-tag", "access", "owner", "pkg", "store", "env", "hook":
			return true
		}
	case "yarn":
		switch sub {
		case "workspace", "workspaces", "config", "cache", "global", "npm", "plugin", "policies", "set":
			return true
		}
	case "cargo", "rustup":
		switch sub {
		case "toolchain", "target", "component", "override", "self", "nextest":
			return true
		}
	case "go":
		return sub == "mod" || sub == "work" || sub == "tool" || sub == "telemetry"
	case "uv":
		switch sub {
		case "pip", "tool", "python", "cache", "self", "auth":
			return true
		}
	case "pip", "poetry", "pdm", "conda", "pipenv":
		switch sub {
		case "cache", "config", "self", "env", "source", "python":
			return true
		}
	case "supabase", "vercel", "netlify", "fly", "flyctl", "heroku", "wrangler", "firebase", "stripe", "pulumi", "vault", "consul", "nomad", "eksctl", "argocd", "flux", "istioctl", "prisma", "rails":
		return isCloudGroup(program, sub)
	case "bd", "claude":
		return sub == "dep" || sub == "mcp" || sub == "plugin"
	case "systemctl", "apt", "apt-get", "brew":
		return program == "brew" && sub == "services"
	}
	return false
}

// isCloudGroup is isGroup for the programs of hosters.
func isCloudGroup(program, sub string) bool {
	switch program {
	case "vercel":
		return sub == "env" || sub == "domains" || sub == "dns" || sub == "alias" || sub == "certs" || sub == "project" || sub == "teams"
	case "wrangler":
		return sub != "deploy" && sub != "dev" && sub != "publish" && sub != "init" && sub != "login" && sub != "logout" && sub != "whoami" && sub != "tail" && sub != "delete" && sub != "rollback"
	case "prisma":
		return sub == "migrate" || sub == "db"
	case "vault":
		return sub == "kv" || sub == "auth" || sub == "secrets" || sub == "policy" || sub == "token" || sub == "operator"
	case "netlify":
		return strings.Contains(sub, ":") || sub == "env" || sub == "sites"
	case "supabase":
		return sub == "db" || sub == "functions" || sub == "migration" || sub == "secrets" || sub == "projects" || sub == "gen" || sub == "storage"
	case "fly", "flyctl":
		return sub != "deploy" && sub != "launch" && sub != "status" && sub != "logs" && sub != "open" && sub != "ssh" && sub != "proxy"
	case "pulumi":
		return sub == "stack" || sub == "config" || sub == "state" || sub == "plugin" || sub == "org"
	case "eksctl":
		return sub == "create" || sub == "delete" || sub == "get" || sub == "scale" || sub == "upgrade"
	case "argocd", "flux":
		return sub == "app" || sub == "proj" || sub == "repo" || sub == "cluster" || sub == "create" || sub == "delete" || sub == "get"
	case "consul":
		return sub == "kv" || sub == "acl" || sub == "config"
	case "nomad":
		return sub == "job" || sub == "node" || sub == "alloc" || sub == "namespace"
	}
	return false
}
