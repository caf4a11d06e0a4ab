#define _GNU_SOURCE
#include "direction.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 256, IP_TCP = 6, IP_UDP = 17 };
static const double HELD_BACK_LEAST_MS = 50, HELD_BACK_MOST_MS = 100;

double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

void give_up(const char *what) {
  perror(what);
  exit(1);
}

// --- chance ---

// SplitMix64 by Vigna: seeds that lie close together give sequences that have nothing in common.
static uint64_t next_bits(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static double between(uint64_t *state, double low, double high) {
  return low + (high - low) * ((next_bits(state) >> 11) / 9007199254740992.0);
}

static double exponential(uint64_t *state, double mean) { return -mean * log(1 - between(state, 0, 1)); }

// --- packets under way: a heap; packets that arrive at the same time keep their order ---

static int is_before(const struct packet *a, const struct packet *b) {
  return a->arrives_ms < b->arrives_ms || (a->arrives_ms == b->arrives_ms && a->number < b->number);
}

static void push(struct direction *way, const unsigned char *bytes, int length, double arrives_ms) {
  struct packet *packet = way->packets < MOST_PACKETS ? malloc(sizeof *packet) : NULL;
  if (!packet) {
    way->count.full++;
    return;
  }
  if (way->set.in_order) arrives_ms = fmax(arrives_ms, way->newest_ms);
  way->newest_ms = fmax(arrives_ms, way->newest_ms);
  packet->arrives_ms = arrives_ms;
  packet->number = way->pushed++;
  packet->length = length;
  memcpy(packet->bytes, bytes, length);
  int at = way->packets++;
  for (; at > 0 && is_before(packet, way->heap[(at - 1) / 2]); at = (at - 1) / 2) way->heap[at] = way->heap[(at - 1) / 2];
  way->heap[at] = packet;
}

static struct packet *pop(struct direction *way) {
  struct packet *first = way->heap[0], *last = way->heap[--way->packets];
  int at = 0;
  for (int child; (child = 2 * at + 1) < way->packets; at = child) {
    if (child + 1 < way->packets && is_before(way->heap[child + 1], way->heap[child])) child++;
    if (!is_before(way->heap[child], last)) break;
    way->heap[at] = way->heap[child];
  }
  way->heap[at] = last;
  return first;
}

// --- what happens to a packet ---

// Whether a time lies in a bad stretch of Gilbert's model. Stretches last for a time, not for a number of packets.
static int is_in_burst(struct direction *way, double at_ms) {
  if (way->set.bad <= 0) return 0;
  while (at_ms >= way->stretch_ends_ms) {
    way->is_bad = !way->is_bad;
    way->stretch_ends_ms += exponential(&way->burst_random, way->is_bad ? way->set.bad : way->set.good);
  }
  return way->is_bad;
}

// The delay that the trace has for a time, or NaN. Between two records it changes evenly, so that a trace in which no packet
// overtakes another stays one; the packet is lost if the nearer record is.
static double trace_delay(const struct direction *way, double at_ms) {
  const struct record *records = way->trace;
  double time = records[0].sent_ms + fmod(at_ms - way->trace_starts_ms, way->trace_length_ms);
  int low = 0;
  for (int high = way->records; high - low > 1;) {
    int middle = (low + high) / 2;
    if (records[middle].sent_ms <= time) low = middle;
    else high = middle;
  }
  struct record a = records[low], b = records[(low + 1) % way->records];
  if (low + 1 == way->records) b.sent_ms += way->trace_length_ms;
  struct record nearer = b.sent_ms - time < time - a.sent_ms ? b : a;
  if (isnan(a.delay_ms) || isnan(b.delay_ms) || b.sent_ms <= a.sent_ms) return nearer.delay_ms;
  return a.delay_ms + (b.delay_ms - a.delay_ms) * (time - a.sent_ms) / (b.sent_ms - a.sent_ms);
}

// The end of the standstill that contains a time, or the time itself.
static double thawed(const struct direction *way, double at_ms) {
  if (way->set.freeze_every <= 0) return at_ms;
  double since_ms = fmod(at_ms - way->started_ms, way->set.freeze_every);
  return since_ms < way->set.freeze_every - way->set.freeze_for ? at_ms : at_ms + way->set.freeze_every - since_ms;
}

static int protocol_of(const unsigned char *bytes, int length) { return length >= 20 && bytes[0] >> 4 == 4 ? bytes[9] : 0; }

static void count_packet(struct counters *count, int protocol, int length) {
  count->seen++;
  count->bytes += length;
  if (protocol == IP_UDP) {
    count->udp++;
    if (length > count->largest_udp) count->largest_udp = length;
  } else if (protocol == IP_TCP) {
    count->tcp++;
    if (length > count->largest_tcp) count->largest_tcp = length;
  }
}

void travel(struct direction *way, const unsigned char *bytes, int length, double now) {
  const struct impairment *set = &way->set;
  // Every packet takes the same draws, so that one setting does not alter what another does.
  double loss_draw = between(&way->random, 0, 1), jitter_draw = between(&way->random, -1, 1);
  int is_held_back = between(&way->random, 0, 1) < set->reorder;
  double held_back_ms = between(&way->random, HELD_BACK_LEAST_MS, HELD_BACK_MOST_MS);
  int is_doubled = between(&way->random, 0, 1) < set->duplicate;
  double copy_jitter_draw = between(&way->random, -1, 1);

  int protocol = protocol_of(bytes, length);
  count_packet(&way->count, protocol, length);
  if (way->blocked == BLOCK_ALL || (way->blocked == BLOCK_UDP && protocol == IP_UDP)) {
    way->count.blocked++;
    return;
  }
  double leaves_ms = now;
  if (set->bytes_per_second > 0) {
    double starts_ms = fmax(now, way->busy_until_ms);
    if (starts_ms - now > set->queue) {
      way->count.full++;
      return;
    }
    leaves_ms = way->busy_until_ms = starts_ms + length * 1000 / set->bytes_per_second;
  }
  double delay_ms, copy_delay_ms;
  if (way->trace) {
    delay_ms = copy_delay_ms = trace_delay(way, leaves_ms);
  } else {
    double loss = is_in_burst(way, leaves_ms) ? set->bad_loss : set->loss;
    delay_ms = loss_draw < loss ? NAN : fmax(0, set->latency + set->jitter * jitter_draw);
    copy_delay_ms = fmax(0, set->latency + set->jitter * copy_jitter_draw);
  }
  if (isnan(delay_ms)) {
    way->count.lost++;
    return;
  }
  push(way, bytes, length, thawed(way, leaves_ms + delay_ms + (is_held_back ? held_back_ms : 0)));
  if (!is_doubled) return;
  way->count.duplicated++;
  push(way, bytes, length, thawed(way, leaves_ms + copy_delay_ms));
}

// --- settings ---

void start_direction(struct direction *way, int from, int to) {
  way->from = from;
  way->to = to;
  way->started_ms = now_ms();
}

static void start_good_stretch(struct direction *way) {
  way->is_bad = 0;
  way->stretch_ends_ms = now_ms() + exponential(&way->burst_random, way->set.good);
}

void start_chance(struct direction *way, uint64_t seed) {
  way->random = next_bits(&seed);
  way->burst_random = next_bits(&seed);
  start_good_stretch(way);
}

void set_impairment(struct direction *way, const struct impairment *set) {
  int is_same = set->good == way->set.good && set->bad == way->set.bad;
  way->set = *set;
  if (!is_same) start_good_stretch(way);
}

// The file has lines of `send_ms,arrive_ms` in the order of sending, see src/score/traces/trace-file.ts.
int set_trace(struct direction *way, const char *path) {
  free(way->trace);
  way->trace = NULL;
  way->records = 0;
  if (!path) return 1;
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  char line[LINE_BYTES], arrives[32];
  double sent_ms;
  int room = 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#' || sscanf(line, "%lf,%31s", &sent_ms, arrives) != 2) continue; // a comment, or the header
    if (way->records == room) {
      way->trace = realloc(way->trace, (room = 2 * room + 1024) * sizeof *way->trace);
      if (!way->trace) give_up("realloc");
    }
    double delay_ms = strcmp(arrives, "LOST") == 0 ? NAN : atof(arrives) - sent_ms;
    way->trace[way->records++] = (struct record){ sent_ms, delay_ms };
  }
  fclose(file);
  if (way->records < 2) return 0;
  way->trace_starts_ms = now_ms();
  // The first packet follows the last one at the mean interval.
  way->trace_length_ms = (way->trace[way->records - 1].sent_ms - way->trace[0].sent_ms) * way->records / (way->records - 1);
  return way->trace_length_ms > 0;
}

// --- delivery ---

double deliver(struct direction *way, double now) {
  while (way->packets && way->heap[0]->arrives_ms <= now) {
    struct packet *packet = pop(way);
    if (write(way->to, packet->bytes, packet->length) >= 0) {
      way->count.delivered++;
      way->count.delivered_udp += protocol_of(packet->bytes, packet->length) == IP_UDP;
    }
    free(packet);
  }
  return way->packets ? fmin(1000, way->heap[0]->arrives_ms - now) : 1000;
}

