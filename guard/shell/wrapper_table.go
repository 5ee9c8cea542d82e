package shell

// formOf is the table of programs that run their operands or option values. A key is a
// program, or a program with its subcommand. Adding one is adding a line.
func formOf(key string) (form, bool) {
	switch key {
	// As another user, with another environment, priority or terminal.
	case "sudo", "sudo-rs":
		return form{values: "-u --user -g --group -p --prompt -C --close-from -h --host -T --command-timeout -U --other-user -r --role -t --type -R --chroot -a --auth-type -c --login-class", dir: "-D --chdir", stops: "-l --list -v --validate -e --edit -K --remove-timestamp -V --version", shells: "-s --shell -i --login", flags: takesAssigns | gnuNames}, true
	case "doas":
		return form{values: "-u -C -a", stops: "-C -L", shells: "-s"}, true
	case "pkexec":
		return form{values: "-u --user", stops: "--version --help"}, true
	case "gosu", "su-exec", "setuidgid", "chpst", "s6-setuidgid":
		return form{values: "-u -U -b -/ -n -l -L -m -d -o -p -f -c -r -t -e", lead: 1}, true
	case "run0":
		return form{values: "-u --user -g --group --nice --unit --property --slice --setenv --background --description --machine --shell-prompt-prefix", dir: "-D --chdir", shells: "*"}, true
	case "sg":
		return form{text: "-c", lead: 1, inner: innerJoined, flags: lateOptions, shells: "*"}, true
	case "newgrp":
		return form{lead: 9, shells: "*"}, true
	case "nohup", "gnohup", "setsid":
		return form{stops: "-h -V --help --version", flags: gnuNames}, true
	case "chronic", "catchsegv", "proxychains", "torsocks", "torify", "tsocks", "dbus-launch", "dbus-run-session", "eatmydata", "noglob", "nocorrect", "optirun", "primusrun", "gamemoderun", "mangohud", "prime-run", "unbuffer":
		return form{stops: "--help --version", flags: gnuNames}, true
	case "fakeroot", "fakechroot":
		return form{values: "-l --lib -s -i -b --faked -e --elfloader -d --config-dir", stops: "--help --version -h -v", flags: gnuNames}, true
	case "proxychains4", "tsp", "nq":
		return form{values: "-f -D -L -N -E", stops: "-h -V -k -l"}, true
	case "ssh-agent":
		return form{values: "-a -E -O -P -t", stops: "-k"}, true
	case "faketime", "envdir", "envuidgid", "arch-chroot", "setlock":
		return form{values: "-f -m -p -a -c -d -l -o -r -s -t", lead: 1}, true
	case "rlwrap":
		return form{values: "-b -C -D -f -F -g -h -H -l -m -o -O -p -q -s -S -t -z", flags: gnuNames}, true
	case "cpulimit":
		return form{values: "-l --limit -p --pid -e --exe -P --path", flags: gnuNames}, true
	case "timeout", "gtimeout":
		return form{values: "-k --kill-after -s --signal", lead: 1, stops: "--help --version", flags: gnuNames}, true
	case "time", "gtime":
		return form{values: "-f --format -o --output", stops: "--help --version -V", flags: gnuNames}, true
	case "nice", "gnice":
		return form{values: "-n --adjustment", stops: "--help --version", flags: gnuNames}, true
	case "ionice":
		return form{values: "-c --class -n --classdata", stops: "-p --pid -P --pgid -u --uid -h -V", flags: gnuNames}, true
	case "chrt":
		return form{values: "-T --sched-runtime -P --sched-period -D --sched-deadline", stops: "-p --pid -m --max", flags: gnuNames | skipsVersion}, true
	case "taskset":
		return form{lead: 1, stops: "-p --pid", flags: gnuNames}, true
	case "numactl":
		return form{values: "-i --interleave -N --cpunodebind -C --physcpubind -m --membind -p --preferred", stops: "-s --show -H --hardware", flags: gnuNames}, true
	case "setpriv":
		return form{values: "--ruid --euid --reuid --rgid --egid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --ptracer --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter", stops: "-d --dump", flags: gnuNames}, true
	case "prlimit", "choom", "uclampset":
		return form{values: "-n -m -M -a", stops: "-p --pid", flags: gnuNames}, true
	case "stdbuf", "gstdbuf":
		return form{values: "-i --input -o --output -e --error", flags: gnuNames}, true
	case "flock":
		return form{values: "-w --wait --timeout -E --conflict-exit-code", text: "-c --command", lead: 1, flags: gnuNames | lateOptions}, true
	case "lockf", "shlock", "with-lock-ex":
		return form{values: "-t", lead: 1}, true
	case "i386", "linux32", "linux64", "x86_64":
		return form{values: "", shells: "*", flags: gnuNames}, true
	case "unshare":
		return form{values: "-S --setuid -G --setgid -R --root --map-user --map-group --map-users --map-groups --propagation --setgroups --load-interp --monotonic --boottime", dir: "-w --wd", shells: "*", flags: gnuNames}, true
	case "nsenter":
		return form{values: "-t --target -S --setuid -G --setgid -N --net-socket", glued: "-m -u -i -n -p -U -C -T -r -w -W", shells: "*", flags: gnuNames | isRemote}, true
	case "chroot", "gchroot":
		return form{values: "--userspec --groups", lead: 1, shells: "*", flags: gnuNames | isRemote}, true
	case "proot", "schroot":
		return form{values: "-r --rootfs -b --bind -m --mount -q --qemu -w --pwd --cwd -v --verbose -k --kernel-release -c --chroot -u --user -s --shell -d --directory", flags: isRemote}, true
	case "systemd-run":
		return form{values: "-p --property -u --unit --uid --gid --slice --description --nice --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --timer-property --path-property --socket-property --service-type -M --machine -H --host --background --job-mode", env: "-E --setenv", dir: "--working-directory", shells: "-S --shell"}, true
	case "systemd-inhibit":
		return form{values: "--what --who --why --mode", stops: "--list"}, true
	case "systemd-nspawn":
		return form{values: "-D --directory -i --image -M --machine -u --user --bind --bind-ro --tmpfs -E --setenv --chdir -p --port -S --slice", flags: isRemote}, true
	case "firejail", "tini", "tini-static", "dumb-init", "catatonit":
		return form{values: "-p -e -r --rewrite", shells: "", stops: "--list --tree --shutdown"}, true
	case "bwrap":
		return form{values: "--bind:2 --bind-try:2 --dev-bind:2 --dev-bind-try:2 --ro-bind:2 --ro-bind-try:2 --bind-fd:2 --ro-bind-fd:2 --remount-ro --overlay-src --overlay:3 --tmp-overlay --ro-overlay --proc --dev --tmpfs --mqueue --dir --file:2 --bind-data:2 --ro-bind-data:2 --symlink:2 --chmod:2 --size --perms --args --argv0 --level-prefix --setenv:2 --unsetenv --lock-file --sync-fd --exec-label --file-label --block-fd --userns-block-fd --info-fd --json-status-fd --seccomp --add-seccomp-fd --userns --userns2 --pidns --uid --gid --hostname --cap-add --cap-drop", dir: "--chdir"}, true
	case "xcrun":
		return form{values: "--sdk -sdk --toolchain -toolchain", stops: "-f --find -find -k --kill-cache -h --help -help --version -version --show-sdk-path -show-sdk-path --show-sdk-version -show-sdk-version --show-sdk-platform-path --show-sdk-platform-version --show-sdk-build-version --show-toolchain-path"}, true
	case "caffeinate":
		return form{values: "-t -w"}, true
	case "xvfb-run":
		return form{values: "-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait"}, true
	case "arch":
		return form{values: "-d -e -arch"}, true
	case "start-stop-daemon":
		return form{values: "-n --name -p --pidfile -u --user -g --group -s --signal -R --retry -N --nicelevel -c --chuid -r --chroot -k --umask -P --procsched -I --iosched", dir: "-d --chdir", stops: "-K --stop -T --status", entry: "-x --exec -a --startas"}, true
	case "daemonize", "daemon":
		return form{values: "-p -o -e -u -l -E -n --name --user --pidfile", dir: "-c --chdir"}, true

	// Watching, measuring, repeating.
	case "entr":
		return form{flags: hasPlace}, true
	case "watchexec":
		return form{values: "-w --watch -W --watch-non-recursive -e --exts -f --filter -i --ignore -j --filter-prog -s --signal --stop-signal --stop-timeout --shell -d --debounce --delay-run --project-origin --ignore-file -F --filter-file -E --env --map-signal --fs-events --emit-events-to", dir: "--workdir", inner: innerJoined}, true
	case "reflex", "gaze", "modd", "onchange", "wait-for-it", "wait-for-it.sh", "dockerize", "wait-for":
		return form{values: "-g -r -R -G -d -s -t --timeout -h -p -i -e -c -wait -template", lead: 0, inner: innerDash}, true
	case "nodemon":
		return form{values: "-e --ext -w --watch -i --ignore -d --delay -s --signal -C --config", text: "-x --exec", inner: innerNone}, true
	case "chokidar":
		return form{values: "-d -t -p -i", text: "-c --command", inner: innerNone}, true
	case "hyperfine":
		return form{values: "-w --warmup -m --min-runs -M --max-runs -r --runs -P --parameter-scan:3 -D --parameter-step-size -L --parameter-list:2 -S --shell -u --time-unit --style --sort --export-asciidoc --export-csv --export-json --export-markdown --export-orgmode --output --input -n --command-name --reference-name --min-benchmarking-time", text: "-p --prepare -c --cleanup -s --setup -C --conclude --reference", inner: innerEach, flags: lateOptions}, true
	case "concurrently", "conc":
		return form{values: "-m --max-processes -n --names --name-separator -s --success -c --prefix-colors -p --prefix -l --prefix-length -t --timestamp-format --restart-tries --restart-after --default-input-target --kill-signal --kill-timeout", text: "--teardown", inner: innerEach}, true
	case "start-server-and-test", "server-test":
		return form{inner: innerEach}, true
	case "strace":
		return form{values: "-a -b -e -E -I -o -O -p -P -s -S -u -U -X --attach --columns --detach-on --env --interruptible --output --overhead --trace-path --string-limit --summary-sort-by --user --const-print-style --argv0 --trace --signal --status --inject --fault --read --write --abbrev --verbose --raw --kvm --decode-fds --syscall-limit", stops: "-V -h"}, true
	case "ltrace":
		return form{values: "-a -A -D -e -F -l -n -o -p -s -u -w -x --align --debug --config --library --indent --output --where", stops: "-V -h"}, true
	case "valgrind", "heaptrack", "kcachegrind", "rr", "gdbserver", "operf", "uftrace":
		return form{values: "-d --data"}, true
	case "perf stat", "perf record", "perf trace", "perf mem", "perf c2c", "perf kvm", "perf lock", "perf sched":
		return form{values: "-e --event -o --output -F --freq -c --count -p --pid -t --tid -C --cpu -m --mmap-pages -j --branch-filter -G --cgroup -D --delay -k --clockid -r --repeat -x --field-separator -I --interval-print --call-graph --filter --user-regs --proc-map-timeout --max-size --log-fd --control --switch-output --timeout", flags: gnuNames}, true
	case "samply record", "py-spy record", "poop", "rr record", "uftrace record", "heaptrack record":
		return form{values: "-o --output -r --rate -d --duration -f --format -s --save-only"}, true
	case "repeat":
		return form{lead: 1, flags: isSame}, true
	case "retry":
		return form{values: "-t --times -d --delay -m --max -u --until -a -s -i --tries --sleep"}, true
	case "pueue add", "pueue a":
		return form{values: "-g --group -d --delay -l --label -p --print-task-id -o --priority -a --after", dir: "-w --working-directory", inner: innerJoined}, true
	case "script":
		return form{values: "-B --log-io -E --echo -I --log-in -o --output-limit -O --log-out -T --log-timing -m --logging-format -t --timing", text: "-c --command", lead: 1, shells: "*", flags: gnuNames | lateOptions}, true

	// Shell builtins.
	case "command":
		return form{stops: "-v -V", flags: isSame}, true
	case "builtin", "-", "coproc":
		return form{flags: isSame}, true
	case "zpty", "sched":
		return form{lead: 1, inner: innerJoined}, true
	case "exec":
		return form{values: "-a"}, true
	case "busybox", "toybox", "shx":
		return form{stops: "--list --list-full --install --help"}, true

	// Another machine or a container.
	case "autossh":
		return form{values: "-M -B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -R -S -w", lead: 1, inner: innerJoined, stops: "-V -N", flags: isRemote | lateOptions}, true
	case "ssh", "slogin", "tailscale ssh", "gh codespace ssh", "gh cs ssh", "hssh":
		return form{values: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w --codespace --config --profile --repo --server-port", lead: 1, inner: innerJoined, stops: "-V -Q -O -N -W", shells: "*", flags: isRemote | lateOptions}, true
	case "adb shell", "adb exec-out":
		return form{values: "-e", inner: innerJoined, shells: "*", flags: isRemote}, true
	case "sshpass":
		return form{values: "-p -f -d -P"}, true
	case "mosh":
		return form{values: "-p --port --ssh --predict --family --bind-server --server --client", lead: 1, flags: isRemote | lateOptions}, true
	case "rsh", "remsh", "pdsh", "dsh", "clush":
		return form{values: "-l -w -x -g -m -M -f -t -u", lead: 0, inner: innerJoined, flags: isRemote}, true
	case "docker exec", "podman exec", "nerdctl exec", "docker container exec", "podman container exec", "crictl exec", "ctr exec":
		return form{values: "-u --user --env-file --detach-keys", env: "-e --env", dir: "-w --workdir", lead: 1, flags: isRemote}, true
	case "docker run", "podman run", "nerdctl run", "docker container run", "podman container run", "docker create", "podman create", "nerdctl create", "docker container create", "podman container create":
		return form{values: dockerRunValues, env: "-e --env", dir: "-w --workdir", entry: "--entrypoint", lead: 1, flags: isRemote}, true
	case "docker compose exec", "docker-compose exec", "podman compose exec", "podman-compose exec", "nerdctl compose exec":
		return form{values: "-u --user --index", env: "-e --env", dir: "-w --workdir", lead: 1, flags: isRemote}, true
	case "docker compose run", "docker-compose run", "podman compose run", "podman-compose run", "nerdctl compose run":
		return form{values: "-l --label --name -p --publish -u --user -v --volume --cap-add --cap-drop --pull --env-from-file", env: "-e --env", dir: "-w --workdir", entry: "--entrypoint", lead: 1, flags: isRemote}, true
	case "docker sandbox run", "docker debug", "podman machine ssh", "colima ssh", "minikube ssh", "multipass exec", "lxc exec", "incus exec", "distrobox enter", "coder ssh", "limactl shell", "lima", "machinectl shell", "devpod ssh":
		return form{values: "-c --command -n --name -u --user --env --mode --node -p --profile", text: "--command", dir: "--workdir --cwd", lead: remoteLead(key), flags: isRemote | lateOptions}, true
	case "flatpak run":
		return form{values: "--branch --arch --env --cwd --filesystem --share --socket", entry: "--command", lead: 1, flags: isRemote}, true
	case "toolbox run", "flatpak-spawn", "distrobox-host-exec", "host-spawn":
		return form{values: "-c --container -d --distro -r --release --env", flags: isRemote}, true
	case "devcontainer exec":
		return form{values: "--workspace-folder --container-id --id-label --config --override-config --docker-path --user-data-folder --log-level --remote-env --mount-workspace-git-root", flags: isRemote}, true
	case "vagrant ssh":
		return form{text: "-c --command", inner: innerNone, shells: "*", flags: isRemote}, true
	case "gcloud compute ssh", "gcloud alpha compute ssh", "gcloud beta compute ssh", "az ssh vm", "fly ssh console", "flyctl ssh console", "eb ssh":
		return form{values: "--zone --project -a --app -s --select --ssh-key-file --account -n", text: "--command -C -c", inner: innerNone, flags: isRemote}, true
	case "aws ecs execute-command":
		return form{values: "--cluster --task --container", text: "--command", inner: innerNone, flags: isRemote}, true
	case "kubectl exec", "oc exec", "k exec", "k3s kubectl exec", "kubectl run", "oc run", "kubectl debug", "oc debug", "microk8s kubectl exec", "argocd exec":
		return form{values: "-c --container -f --filename -n --namespace --image --pod-running-timeout --context --kubeconfig -l --labels --overrides --env --port --restart --target --profile", inner: innerDash, flags: isRemote}, true
	case "oc rsh":
		return form{values: "-c --container -n --namespace --shell", lead: 1, shells: "*", flags: isRemote}, true
	case "heroku run", "heroku run:detached", "heroku local:run", "railway run", "railway ssh", "fly console":
		return form{values: "-a --app -s --size -e --env -r --remote -s --service", inner: innerJoined, flags: isRemote}, true

	// Version managers, environments, package runners.
	case "npx", "npm exec", "npm x":
		return form{values: "-p --package -w --workspace --prefix --cache --registry --userconfig --loglevel --node-options -n --node-arg --shell --script-shell", text: "-c --call", flags: hasVersion}, true
	case "bunx", "bun x", "pnpx", "yarn dlx", "pnpm dlx":
		return form{values: "-p --package --allow-build --reporter", text: "-c --shell-mode-text", dir: "--cwd -C --dir", flags: hasVersion}, true
	case "pnpm exec", "yarn exec", "pnpm x":
		return form{values: "--resume-from --workspace-concurrency -F --filter", dir: "-C --dir --cwd"}, true
	case "yarn workspaces foreach exec", "nx exec", "lerna exec", "turbo exec":
		return form{values: "--concurrency --scope --ignore --since"}, true
	case "bun exec", "cross-env-shell":
		return form{inner: innerJoined, flags: takesAssigns}, true
	case "cross-env":
		return form{flags: takesAssigns}, true
	case "dotenv", "dotenvx run", "dotenv run", "env-cmd", "with-env":
		return form{values: "-e -f --file --env-file -fv -v -p -r --rc-file -E --environments", flags: takesAssigns}, true
	case "doppler run", "infisical run", "op run", "aws-vault exec", "chamber exec", "teller run", "vault-env", "phase run", "bws run":
		return form{values: "-p --project -c --config -t --token --env-file --account --env --path --projectId -d --duration", text: "--command", inner: innerDash}, true
	case "sops exec-env", "sops exec-file":
		return form{values: "--user --filename", lead: 1, inner: innerJoined}, true
	case "envchain":
		return form{lead: 1}, true
	case "nvm exec", "nvm run":
		return form{flags: skipsVersion}, true
	case "fnm exec", "volta run", "n exec", "nodenv exec", "pyenv exec", "rbenv exec", "goenv exec", "jenv exec", "bundle exec", "asdf exec", "rvm exec", "aqua exec", "corepack":
		return form{values: "--using --node --npm --yarn --pnpm --fnm-dir --gemfile", stops: "--help -h --version", flags: skipsVersion}, true
	case "mise exec", "mise x", "rtx exec", "rtx x":
		return form{values: "-j --jobs -E --env", text: "-c --command", dir: "-C --cd", inner: innerDash}, true
	case "direnv exec":
		return form{lead: 1}, true
	case "uv run", "rye run", "pdm run":
		return form{values: "--with --with-editable --with-requirements --extra --no-extra --group --no-group --only-group --package -p --python --env-file --index --default-index -i --index-url --extra-index-url -f --find-links --index-strategy --keyring-provider --resolution --prerelease --cache-dir --color --config-file --project --exclude-newer -C --config-setting --link-mode --upgrade-package -P --refresh-package --reinstall-package --allow-insecure-host --python-platform -w", dir: "--directory", words: "-m --module"}, true
	case "uvx", "uv tool run", "pipx run":
		return form{values: "--from --with --with-editable --with-requirements -p --python --spec --index-url -i --pip-args --index --default-index --env-file --cache-dir", flags: hasVersion}, true
	case "poetry run", "pipenv run", "hatch run", "pixi run", "pixi exec", "pixi x", "hatch env run", "tox exec", "nox exec":
		return form{values: "-e --env --environment --manifest-path -s --spec -c --channel -p --project --directory -w --with"}, true
	case "conda run", "mamba run", "micromamba run":
		return form{values: "-n --name -p --prefix -a --attach -e --env", dir: "--cwd"}, true
	case "nix-shell":
		return form{values: "-p: -I -A --attr --arg:2 --argstr:2 -E --expr --keep --option:2 -i", text: "--run --command", inner: innerNone}, true
	case "nix develop", "nix shell", "nix env shell":
		return form{values: "-I --option:2 --profile --override-input:2 --arg:2 --argstr:2 -f --file --expr -k --keep --unset --inputs-from", words: "-c --command", inner: innerNone}, true
	case "guix shell", "flox activate", "devbox run", "guix environment", "spack build-env", "devenv shell":
		return form{values: "-m -L -D --dir -d -r -c --config -e", inner: innerDash}, true
	case "pkgx", "devenv":
		return form{}, true
	case "sbx run":
		return form{inner: innerDash}, true
	case "gdb", "lldb":
		return form{values: "-x -iex -ex -o -O -s -S -p -c -d", words: "--args -args --", inner: innerNone}, true

	// Terminals.
	case "xterm", "uxterm", "urxvt", "rxvt", "konsole", "alacritty", "terminator", "st", "lxterminal":
		return form{values: "-T -title -geometry -fn -bg -fg -name -class -hold:0 -p --title --class -o", dir: "--workdir --working-directory", words: "-e -x --command", inner: innerNone}, true
	case "gnome-terminal", "xfce4-terminal", "mate-terminal", "tilix", "ptyxis":
		return form{values: "--title --geometry --profile", text: "-e --command", dir: "--working-directory", words: "-- -x", inner: innerDash}, true
	case "kitty", "foot", "wezterm start", "zellij run", "zellij r", "ghostty":
		return form{values: "-T --title -c --config -o --override --class -d --direction -n --name", dir: "--cwd -D --working-directory", stops: ""}, true
	case "abduco", "dtach":
		return form{values: "-e -r -E", lead: 1}, true

	// Options that run text, and nothing else.
	case "tar", "bsdtar", "gtar":
		return form{values: "-f --file -C --directory -T --files-from -X --exclude-from --exclude -b -g -K -L -N -V", text: "--to-command -I --use-compress-program -F --info-script --new-volume-script --rmt-command --rsh-command", inner: innerNone, flags: gnuNames}, true
	case "rsync":
		return form{values: "-f --filter -T --temp-dir -B --block-size -M --remote-option --exclude --include --exclude-from --include-from --files-from --log-file --password-file --port", split: "-e --rsh", inner: innerNone}, true
	case "zip", "zipcloak":
		return form{values: "-x -i -b -n -t -tt -P -s", text: "-TT --unzip-command", inner: innerNone}, true
	case "split", "gsplit":
		return form{values: "-a -b -C -l -n -t", text: "--filter", inner: innerNone, flags: gnuNames}, true
	case "sort", "gsort":
		return form{values: "-k -t -o -S -T", split: "--compress-program", inner: innerNone, flags: gnuNames}, true
	case "man", "apropos":
		return form{values: "-C -M -S -s -L -m -e -R -p -T", text: "-P --pager -H --html", inner: innerNone}, true
	case "rg":
		return form{values: "-e -f -g -t -T -A -B -C -m -j -M -r --glob --type", split: "--pre --hostname-bin", inner: innerNone}, true
	case "bat", "batcat":
		return form{values: "-l -H -r --language --theme --style", text: "--pager", inner: innerNone}, true
	case "fzf", "sk":
		return form{values: "-q -f -n -d --height", text: "--preview", inner: innerNone}, true
	case "ncat", "nc", "netcat":
		return form{values: "-p -s -w -i -x -X", text: "-c --sh-exec", split: "-e --exec", inner: innerNone}, true
	case "mapfile", "readarray":
		return form{values: "-d -n -O -s -u -c", text: "-C", inner: innerNone, flags: isSame}, true
	case "watchmedo":
		return form{values: "-p -i", text: "-c --command", inner: innerNone}, true
	case "watchman-make":
		return form{values: "-p --pattern -t --target", text: "--run", inner: innerNone}, true
	case "go run", "go test":
		return form{values: goValues, split: "-exec --exec -toolexec --toolexec", inner: innerNone}, true
	case "go vet", "go build", "go install":
		return form{values: goValues, split: "-vettool --vettool -toolexec --toolexec", inner: innerNone}, true
	case "npm install", "npm i", "npm run", "npm ci", "npm test", "npm start", "npm run-script", "npm rebuild":
		return form{values: "-w --workspace --prefix", split: "--script-shell", inner: innerNone}, true
	case "crontab":
		return form{values: "-u", stops: "-l -r -e", inner: innerNone}, true
	case "at", "batch":
		return form{values: "-q -t -c", files: "-f", stops: "-l -r -d -V -c", inner: innerNone, shells: "*"}, true
	}
	return form{}, false
}

const (
	goValues = "-o -p -mod -tags -ldflags -gcflags -asmflags -run -bench -count -timeout -cpu -overlay -C -covermode -coverpkg -coverprofile -parallel -modfile -pkgdir"

	dockerRunValues = "-a --attach --add-host --annotation --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile -c --cpu-shares --cpus --cpuset-cpus --cpuset-mems --cpu-period --cpu-quota --device --device-cgroup-rule --dns --dns-option --dns-search --domainname --env-file --expose --gpus --group-add -h --hostname --ip --ip6 --ipc --isolation --kernel-memory -l --label --label-file --link --log-driver --log-opt --mac-address -m --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --network --net --network-alias --oom-score-adj --pid --pids-limit --platform -p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns --uts -v --volume --volume-driver --volumes-from --health-cmd --health-interval --health-retries --health-timeout --pod --secret --arch --os --userns"
)

// remoteLead is how many operands name the machine.
func remoteLead(key string) int {
	switch key {
	case "colima ssh", "minikube ssh", "lima", "podman machine ssh":
		return 0
	}
	return 1
}

// toolOf is the table of programs whose subcommand says what they run: the options that
// may stand before the subcommand.
func toolOf(key string) (form, bool) {
	switch key {
	case "docker", "podman", "nerdctl":
		return form{values: "-c --context -H --host --config -l --log-level --tlscacert --tlscert --tlskey --url --connection --root -n --namespace"}, true
	case "docker compose", "docker-compose", "podman compose", "podman-compose", "nerdctl compose":
		return form{values: "-f --file -p --project-name --profile --env-file --parallel --progress --ansi -H --host", dir: "--project-directory"}, true
	case "docker container", "podman container", "docker sandbox", "podman machine", "gh codespace", "gh cs", "gcloud compute", "gcloud alpha", "gcloud beta", "gcloud alpha compute", "gcloud beta compute", "aws ecs", "az ssh", "fly ssh", "flyctl ssh", "uv tool", "hatch env", "nix env", "microk8s", "microk8s kubectl", "k3s", "k3s kubectl", "yarn workspaces":
		return form{}, true
	case "kubectl", "oc", "k":
		return form{values: "-n --namespace --context --cluster --kubeconfig -s --server --user --token --as --as-group --request-timeout -v"}, true
	case "yarn workspaces foreach":
		return form{values: "--from --include --exclude -j --jobs --since"}, true
	case "npm", "pnpm", "yarn", "bun":
		return form{values: "-w --workspace --prefix -F --filter --registry --cache --loglevel --reporter --userconfig --cwd --use-yarnrc --modules-folder", split: "--script-shell", dir: "-C --dir --cwd --prefix"}, true
	case "yarn workspace":
		return form{}, false
	case "mise", "rtx":
		return form{values: "-E --env -j --jobs", dir: "-C --cd"}, true
	case "uv":
		return form{values: "--project --config-file --cache-dir --color --python-preference -p --python", dir: "--directory"}, true
	case "adb":
		return form{values: "-s -t -H -P -L --one-device"}, true
	case "poetry", "pdm":
		return form{values: "-P --project", dir: "-C --directory"}, true
	case "nix":
		return form{values: "--extra-experimental-features --experimental-features --option:2"}, true
	case "go":
		return form{dir: "-C"}, true
	case "fly", "flyctl", "gh", "gcloud", "aws", "az", "heroku", "railway":
		return form{values: "-a --app --project --profile --region --account --configuration -R --repo"}, true
	case "perf", "samply", "py-spy", "rr", "uftrace", "heaptrack", "pueue", "colima", "minikube", "multipass", "lxc", "incus", "distrobox", "limactl", "machinectl", "devpod", "coder", "toolbox", "flatpak", "devcontainer", "vagrant", "crictl", "ctr", "tailscale", "argocd", "eb", "tox", "nox", "sbx",
		"nx", "lerna", "turbo", "dotenvx", "doppler", "infisical", "op", "aws-vault", "chamber", "teller", "phase", "bws", "sops", "nvm", "fnm", "volta", "n", "nodenv", "pyenv", "rbenv", "goenv", "jenv", "bundle", "asdf", "rvm", "aqua", "direnv", "rye", "pipenv", "hatch", "pixi", "conda", "mamba", "micromamba",
		"pipx", "guix", "flox", "devbox", "spack", "wezterm", "zellij":
		return form{values: "-n --name -p -c --config -e --env -P --profile --subscription"}, true
	}
	return form{}, false
}
