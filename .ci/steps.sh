# Sourced by `.ci/run` and `.ci/nightly`: steps with their times, and commands that install what is missing.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A fresh clone builds everything once, so files for a second build only cost time.
export CARGO_INCREMENTAL=0

# The time and the CPU time of each step that has ended.
took=()
current=
# Fields 16 and 17: the CPU time of ended children, in hundredths of a second.
cpu() { local stat=($(</proc/$$/stat)); echo $(((stat[15] + stat[16]) / 100)); }
end_step() {
    [[ -z $current ]] || took+=("$((SECONDS - began)) s, $(($(cpu) - used)) s of CPU: $current")
}
step() {
    end_step
    current=$* began=$SECONDS used=$(cpu)
    printf '\n== %s\n' "$*"
}
# Prints the times, and keeps them in `target/ci-times` with the commit.
show_times() {
    step "how long each step took"
    mkdir -p target
    { git rev-parse --short HEAD && printf '%s\n' "${took[@]}" "$SECONDS s in all"; } | tee "target/ci-times"
}

# The commands of the READMEs, as they show them.
readme_command() { grep -h -m1 -E "^$1" README.md examples/README.md | head -n 1; }
flights=$(readme_command 'cargo run -p rowkey-examples --bin flights')
calls=$(readme_command 'cargo run -p rowkey-examples --bin calls')
kinds=$(readme_command 'cargo run -p rowkey-examples --bin kinds')
photos=$(readme_command 'cargo run -p rowkey-examples --bin photos')
mapfile -t small < <(grep -E '^cargo run .* --bin (feed|sensors|rekey|new_key|engine|old_table)$' examples/README.md)

# Installs Debian packages if a command is missing.
need() {
    local command=$1
    shift
    command -v "$command" >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq "$@"; }
}

scratch=$(mktemp -d)
