package compiler

// programs are those that rules are most often about and that have names long enough to
// be misspelt.
const programs = "git npm pip " +
	"docker docker-compose podman kubectl terraform pulumi ansible vagrant gcloud firebase heroku vercel netlify wrangler supabase " +
	"python python3 node ruby cargo rustc rustup gradle maven composer bundle poetry pipenv conda pytest jest vitest playwright eslint prettier " +
	"sqlite3 mysql psql mongosh redis-cli pg_dump curl wget rsync openssl chmod chown chgrp sudo doas find xargs tail head grep touch mkdir rmdir " +
	"shred mkfs systemctl journalctl service reboot shutdown killall pkill crontab launchctl brew apt-get yarn pnpm bunx corepack helm aws make cmake bash"

// subcommandsOf lists the subcommands of programs that have a fixed set of them; "" where
// they are not known.
func subcommandsOf(program string) string {
	switch program {
	case "git":
		return "add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config count-objects credential daemon describe diff diff-files diff-index diff-tree difftool fast-export fast-import fetch filter-branch filter-repo flow for-each-ref format-patch fsck gc grep gui hash-object help hook index-pack init instaweb interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo maintenance merge merge-base merge-file merge-tree mergetool mktree mv name-rev notes pack-objects pack-refs patch-id prune pull push range-diff read-tree rebase reflog refs remote repack replace replay request-pull rerere reset restore rev-list rev-parse revert rm send-email shortlog show show-branch show-index show-ref sparse-checkout stage stash status submodule subtree svn switch symbolic-ref tag update-index update-ref update-server-info var verify-commit verify-pack verify-tag whatchanged worktree write-tree"
	case "docker", "podman":
		return "attach build builder buildx checkpoint commit compose config container context cp create diff events exec export history image images import info inspect kill load login logout logs machine manifest network node pause plugin pod port ps pull push rename restart rm rmi run save scout search secret service stack start stats stop swarm system tag top trust unpause update version volume wait"
	case "kubectl", "oc":
		return "alpha annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config cordon cp create debug delete describe diff drain edit events exec explain expose get kustomize label logs options patch plugin port-forward proxy replace rollout run scale set taint top uncordon version wait adm login logout new-app new-project project projects rsh start-build"
	case "npm":
		return "access add adduser audit bin bugs cache ci clean-install completion config create dedupe ddp deprecate diff dist-tag docs doctor edit exec explain explore find-dupes fund get help help-search hook i info init install install-ci-test install-test isntall it link list ll ln login logout ls org outdated owner pack ping pkg prefix profile prune publish query rebuild remove repo restart rm root run run-script sbom search set set-script shrinkwrap star stars start stop team test token tst un uninstall unlink unpublish unstar up update upgrade v version view whoami x"
	case "cargo":
		return "add audit bench binstall build check clean clippy deny doc expand fetch fix fmt fuzz generate-lockfile help info init install llvm-cov locate-project login logout metadata new nextest outdated owner package pkgid publish read-manifest remove report run rustc rustdoc search test tree uninstall update vendor verify-project version watch yank"
	case "go":
		return "bug build clean doc env fix fmt generate get help install list mod run telemetry test tool version vet work"
	case "terraform", "tofu":
		return "apply console destroy fmt force-unlock get graph import init login logout metadata modules output plan providers refresh show stacks state taint test untaint validate version workspace"
	case "gh":
		return "agent-task alias api attestation auth browse cache codespace completion config extension gist gpg-key help issue label org pr preview project release repo ruleset run search secret ssh-key status variable version workflow"
	case "systemctl":
		return "cat daemon-reexec daemon-reload default disable edit emergency enable get-default halt hibernate hybrid-sleep import-environment is-active is-enabled is-failed is-system-running isolate kexec kill link list-dependencies list-jobs list-sockets list-timers list-unit-files list-units mask poweroff preset reboot reenable reload reload-or-restart rescue reset-failed restart revert set-default set-environment set-property show show-environment start status stop suspend switch-root try-restart unmask unset-environment"
	case "pip", "pip3":
		return "cache check completion config debug download freeze hash help index inspect install list lock search show uninstall wheel"
	case "uv":
		return "add auth build cache export format help init lock pip publish python remove run self sync tool tree venv version"
	case "helm":
		return "completion create dependency env get help history install lint list package plugin pull push registry repo rollback search show status template test uninstall upgrade verify version delete dep ls init fetch"
	}
	return ""
}
