// Forwards packets between two network namespaces as a bad network does. bad-network.sh compiles and starts it:
//
//   forward DEVICE SERVER_NAMESPACE CLIENT_NAMESPACE
//
// DEVICE is the name of a TUN device that exists in both namespaces. A packet from the client to the server goes `up`, one
// from the server to the client goes `down`. What happens to packets on their way is what src/link/impairment.ts describes,
// except that sizes are those of IP packets, and that a trace is played by time. Standard input brings commands, a line each:
//
//   up NAME=VALUE ...     sets everything that happens to packets in this direction; what is left out has no effect
//   down NAME=VALUE ...
//   seed N                starts chance anew
//   block none|udp|all    drops these packets in both directions
//   counters              asks what has happened to packets so far
//
// Each command is answered by a line on standard output: `ok`, the counters as JSON, or `error` and what is wrong. A first
// line, `ready`, says that packets are forwarded. The program ends when its standard input does.
#define _GNU_SOURCE
#include "direction.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <net/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_AT_ONCE = 64, LINE_BYTES = 1024 };
static const double QUEUE_MS = 500;

// The names under which commands set these values.
static const struct { const char *name; size_t offset; } VALUES[] = {
  { "latencyMs", offsetof(struct impairment, latency) },
  { "jitterMs", offsetof(struct impairment, jitter) },
  { "loss", offsetof(struct impairment, loss) },
  { "goodMs", offsetof(struct impairment, good) },
  { "badMs", offsetof(struct impairment, bad) },
  { "badLoss", offsetof(struct impairment, bad_loss) },
  { "duplicate", offsetof(struct impairment, duplicate) },
  { "reorder", offsetof(struct impairment, reorder) },
  { "bytesPerSecond", offsetof(struct impairment, bytes_per_second) },
  { "queueMs", offsetof(struct impairment, queue) },
  { "everyMs", offsetof(struct impairment, freeze_every) },
  { "forMs", offsetof(struct impairment, freeze_for) },
  { "inOrder", offsetof(struct impairment, in_order) },
};

static struct direction ways[2]; // up, down

// --- commands ---

static const char *set_values(struct direction *way, char *words) {
  struct impairment set = { .queue = QUEUE_MS };
  set_trace(way, NULL);
  for (char *word, *rest = words; (word = strtok_r(NULL, " ", &rest));) {
    char *value = strchr(word, '=');
    if (!value) return "NAME=VALUE is needed";
    *value++ = 0;
    size_t i = 0, count = sizeof VALUES / sizeof *VALUES;
    while (i < count && strcmp(VALUES[i].name, word) != 0) i++;
    if (i < count) *(double *)((char *)&set + VALUES[i].offset) = atof(value);
    else if (strcmp(word, "trace") != 0) return "there is no such value";
    else if (!set_trace(way, value)) return "the trace cannot be read";
  }
  set_impairment(way, &set);
  return "ok";
}

static void print_counters(const char *name, const struct counters *c, const char *end) {
  printf("\"%s\":{\"seen\":%ld,\"bytes\":%ld,\"lost\":%ld,\"queueFull\":%ld,\"blocked\":%ld,\"duplicated\":%ld,",
         name, c->seen, c->bytes, c->lost, c->full, c->blocked, c->duplicated);
  printf("\"delivered\":%ld,\"deliveredUdp\":%ld,\"udp\":%ld,\"tcp\":%ld,\"largestUdp\":%ld,\"largestTcp\":%ld}%s",
         c->delivered, c->delivered_udp, c->udp, c->tcp, c->largest_udp, c->largest_tcp, end);
}

static void obey(char *line) {
  char *rest = line, *word = strtok_r(NULL, " ", &rest);
  const char *answer = "there is no such command";
  if (!word) answer = "a command is needed";
  else if (strcmp(word, "up") == 0) answer = set_values(&ways[0], rest);
  else if (strcmp(word, "down") == 0) answer = set_values(&ways[1], rest);
  else if (strcmp(word, "block") == 0) {
    int is_all = strcmp(rest, "all") == 0, is_udp = strcmp(rest, "udp") == 0;
    ways[0].blocked = ways[1].blocked = is_all ? BLOCK_ALL : is_udp ? BLOCK_UDP : BLOCK_NONE;
    answer = "ok";
  } else if (strcmp(word, "seed") == 0) {
    uint64_t seed = strtoull(rest, NULL, 10);
    start_chance(&ways[0], 2 * seed);
    start_chance(&ways[1], 2 * seed + 1);
    answer = "ok";
  } else if (strcmp(word, "counters") == 0) {
    putchar('{');
    print_counters("up", &ways[0].count, ",");
    print_counters("down", &ways[1].count, "}\n");
    fflush(stdout);
    return;
  }
  printf("%s%s\n", strcmp(answer, "ok") == 0 ? "" : "error ", answer);
  fflush(stdout);
}

static void read_commands(void) {
  static char text[LINE_BYTES];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
  if (count <= 0) exit(0);
  length += count;
  text[length] = 0;
  for (char *end; (end = strchr(text, '\n'));) {
    *end = 0;
    obey(text);
    length -= end + 1 - text;
    memmove(text, end + 1, length + 1);
  }
  if (length == sizeof text - 1) length = 0; // longer than any command
}

// --- the devices ---

static int open_device(const char *name, const char *namespace) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", namespace);
  int place = open(path, O_RDONLY);
  if (place < 0 || setns(place, CLONE_NEWNET) < 0) give_up(path);
  close(place);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (device < 0) give_up("/dev/net/tun");
  struct ifreq request = { .ifr_flags = IFF_TUN | IFF_NO_PI };
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (ioctl(device, TUNSETIFF, &request) < 0) give_up(name);
  // No offloading: the kernel hands over finished packets, with checksums, and none above the device's limit.
  if (ioctl(device, TUNSETOFFLOAD, 0) < 0) give_up("TUNSETOFFLOAD");
  return device;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: forward DEVICE SERVER_NAMESPACE CLIENT_NAMESPACE\n");
    return 2;
  }
  int server = open_device(argv[1], argv[2]), client = open_device(argv[1], argv[3]);
  start_direction(&ways[0], client, server);
  start_direction(&ways[1], server, client);
  // Delays to a few microseconds, also while other programs keep the processors busy.
  prctl(PR_SET_TIMERSLACK, 1000);
  if (setpriority(PRIO_PROCESS, 0, -10) < 0) perror("setpriority");
  puts("ready");
  fflush(stdout);

  struct pollfd inputs[] = { { ways[0].from, POLLIN, 0 }, { ways[1].from, POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
  for (;;) {
    double wait_ms = 1000;
    for (int i = 0; i < 2; i++) wait_ms = fmin(wait_ms, deliver(&ways[i], now_ms()));
    struct timespec wait = { (time_t)(wait_ms / 1e3), (long)(fmod(wait_ms, 1e3) * 1e6) };
    if (ppoll(inputs, 3, &wait, NULL) < 0 && errno != EINTR) give_up("ppoll");
    double now = now_ms();
    for (int i = 0; i < 2; i++) {
      unsigned char bytes[MOST_BYTES];
      // In portions: a sender that never stops must not hold up what is due.
      for (int n = 0, length; n < MOST_AT_ONCE && (length = read(ways[i].from, bytes, sizeof bytes)) > 0; n++)
        travel(&ways[i], bytes, length, now);
    }
    if (inputs[2].revents) read_commands();
  }
}
