// One direction of a bad network: what happens to its packets, and the packets under way.
#ifndef DIRECTION_H
#define DIRECTION_H
#include <stdint.h>

enum { MOST_BYTES = 2048, MOST_PACKETS = 8192 };

// What happens to packets. Times in ms, shares from 0 to 1; 0 has no effect.
struct impairment {
  double latency, jitter, loss, good, bad, bad_loss, duplicate, reorder, bytes_per_second, queue, freeze_every, freeze_for;
  double in_order; // 1: no packet overtakes another
};

// Which packets are dropped whatever else is set.
enum blocked { BLOCK_NONE, BLOCK_UDP, BLOCK_ALL };

struct packet { double arrives_ms; long number; int length; unsigned char bytes[MOST_BYTES]; };

// One line of a trace file. The delay of a lost packet is NaN.
struct record { double sent_ms, delay_ms; };

struct counters {
  long seen, bytes, lost, full, blocked, duplicated, delivered, delivered_udp, udp, tcp, largest_udp, largest_tcp;
};

struct direction {
  int from, to; // TUN devices
  struct impairment set;
  enum blocked blocked;
  uint64_t random, burst_random;
  double started_ms;
  double busy_until_ms;   // when the bottleneck has passed on all packets so far
  int is_bad;             // whether this is a bad stretch
  double stretch_ends_ms; // when it ends, or the good one does
  struct record *trace;
  int records;
  double trace_starts_ms, trace_length_ms;
  struct packet *heap[MOST_PACKETS]; // under way; the one that arrives next comes first
  int packets;
  long pushed;
  double newest_ms; // the latest arrival so far
  struct counters count;
};

double now_ms(void);
void give_up(const char *what);

// Starts a direction between two devices.
void start_direction(struct direction *way, int from, int to);
// Starts chance anew: after equal seeds, the n-th packets of a direction meet the same fate.
void start_chance(struct direction *way, uint64_t seed);
// Replaces what happens to packets from now on.
void set_impairment(struct direction *way, const struct impairment *set);
// Reads a trace to play, or ends the one that plays if `path` is NULL. Says whether it worked.
int set_trace(struct direction *way, const char *path);
// Takes a packet that has come from a device.
void travel(struct direction *way, const unsigned char *bytes, int length, double now);
// Hands over what has arrived. Returns how long the next packet is to wait, at most a second.
double deliver(struct direction *way, double now);

#endif
