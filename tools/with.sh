# Sourced by `tools/hbase/with` and `tools/bigtable/with`, whose arguments it takes: runs a command beside a fresh server that ends with
# it, and gives it the address as its last argument. The script that sources it says
#   tool          its own name
#   server_name   the name of the server, for people
#   start         a function that becomes the server, on the folder $data: its standard output has a line READY NAME=ADDRESS ..,
#                 and it ends when its standard input does
# shellcheck shell=bash
[ $# -gt 0 ] || { echo "usage: $tool COMMAND [ARGUMENT ..]" >&2; exit 1; }
fail() { printf '%s: %s\n' "$tool" "$*" >&2; exit 1; }

data=''
# The command and the server hold this in their environment, and so does all that they start.
mark=ROWKEY_SERVER_WITH=$$.$RANDOM
read -r _ _ _ _ _ session _ < "/proc/$$/stat"

# What runs of them, also where its parent has ended. A daemon, in a session of its own, is left alone.
mine() {
    local pid stat
    for pid in $(cat "/proc/$$/task"/*/children; grep -l -z -x -F -e "$mark" /proc/[0-9]*/environ | cut -d / -f 3); do
        read -r stat < "/proc/$pid/stat" || continue
        set -- ${stat##*) }   # its state, parent, group and session
        [ "$1" = Z ] || [ "$4" != "$session" ] || [ "$pid" = "$BASHPID" ] || echo "$pid"
    done
} 2>/dev/null

# Ends them, and removes the folder. Five seconds are enough to clean up.
clean() {
    trap '' HUP INT TERM
    local i pids
    for i in TERM {1..50} KILL {1..10}; do
        pids=$(mine)
        # A program that is just being started shows no environment for a moment.
        [ -n "$pids" ] || { sleep 0.05; pids=$(mine); }
        [ -n "$pids" ] || break
        case $i in
            TERM | KILL) kill -s "$i" $pids 2>/dev/null || true ;;
            *) sleep 0.1 ;;
        esac
    done
    [ -z "$data" ] || rm -rf "$data"
}
# Leaves nothing behind, and then ends as the signal ends a program that does not know it.
stopped() {
    clean
    trap - EXIT "$1"
    kill -s "$1" $$
}
trap clean EXIT
for signal in HUP INT TERM; do trap "stopped $signal" "$signal"; done

# In the background, because Bash runs no trap while it waits for a command in front; but with its standard input, and open to
# Ctrl-C, which commands in the background are not.
run() {
    (trap - INT QUIT; export "${mark?}"; exec "$@") <&0 &
    wait $!
}

if [ "$1" = cargo ]; then
    compile=()
    for argument in "${@:3}"; do
        [ "$argument" != -- ] || break
        compile+=("$argument")
    done
    case ${2-} in
        run | r) run cargo build "${compile[@]}" ;;
        test | t | bench) run cargo "$2" --no-run "${compile[@]}" ;;
    esac
fi

# Its name is known before it is made: so it is removed whenever a signal comes.
name=${TMPDIR:-/tmp}/rowkey-server.$$.$RANDOM
data=$name
mkdir -m 700 "$name" || { data=''; fail "cannot make the folder $name"; }
coproc server { export "${mark?}"; start; }
server_pid=$server_PID
address='' line=''
while read -r line <&"${server[0]-}"; do
    case $line in READY\ *=*) address=${line#READY *=}; address=${address%% *}; break ;; esac
done 2>/dev/null
[ -n "$address" ] || fail "$server_name did not start (see the messages above)"

status=0
run "$@" "$address" || status=$?
# Its standard input ends, and so does the server.
eval "exec ${server[1]}>&-"
wait "$server_pid" || true
exit "$status"
