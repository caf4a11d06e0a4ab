#!/bin/sh
# Makes two network namespaces, SERVER (10.99.0.1) and CLIENT (10.99.0.2), and forwards packets between them with forward.c
# until standard input ends. That happens at the latest when the process that started this script ends, in whatever way. Then
# the script ends what still runs in the two namespaces, and removes them and FOLDER.
#
#   bad-network.sh FOLDER SERVER CLIENT CONGESTION
#
# CONGESTION is TCP's congestion control at both ends, as the kernel names it.
set -eu
folder=$1 server=$2 client=$3 congestion=$4
device=bad0
here=$(dirname "$0")

clear_up() {
  for name in "$server" "$client"; do
    for pid in $(ip netns pids "$name" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null || :; done
    ip netns del "$name" 2>/dev/null || :
  done
  rm -rf "$folder"
}
trap clear_up EXIT

# NAME ADDRESS
make_namespace() {
  ip netns add "$1"
  # Without IPv6, whose neighbour discovery would add packets of its own.
  ip netns exec "$1" sh -c 'echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6' 2>/dev/null || :
  # No connection shall begin with what TCP has learnt from an earlier one, under other conditions.
  ip netns exec "$1" sh -c 'echo 1 >/proc/sys/net/ipv4/tcp_no_metrics_save' 2>/dev/null || :
  ip -n "$1" link set lo up
  ip -n "$1" tuntap add dev $device mode tun
  ip -n "$1" link set $device addrgenmode none
  ip -n "$1" addr add "$2/24" dev $device
  ip -n "$1" link set $device mtu 1500 up
  # Not what this machine happens to use. A namespace may not set it for all, but a route may.
  ip -n "$1" route replace 10.99.0.0/24 dev $device proto kernel scope link src "$2" congctl "$congestion"
  # Browsers gather addresses for WebRTC only where there is a default route.
  ip -n "$1" route add default dev $device
}

cc -O2 -Wall -Wextra -o "$folder/forward" "$here/forward.c" "$here/direction.c" -lm
make_namespace "$server" 10.99.0.1
make_namespace "$client" 10.99.0.2
cd "$folder"
./forward $device "$server" "$client"
