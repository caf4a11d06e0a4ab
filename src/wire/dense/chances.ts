/**
 * A model is a word: in its high 22 bits the chance that its bit is 1, in its low 9 how many bits it has seen. It counts
 * up to `SEEN_MOST`; from then on it forgets as fast as it learns.
 */
export const SEEN_BITS = 9
export const SEEN_MOST = 400
/** A model that has seen nothing. */
export const FRESH: number = 1 << 30

/** By what a model has seen: how far it moves towards its next bit, in 2^-15. */
export const STEP_SIZES: Int32Array = /* @__PURE__ */ steps()
/** By what a model has seen: how much it is listened to in a mixture. */
export const CONFIDENCES: Float32Array = /* @__PURE__ */ confidence()
/** `ln(p / (1 - p))` by the chance in 2^-12. */
export const STRETCHED: Float32Array = /* @__PURE__ */ new Float32Array(4096)
/** Its inverse, in 2^-15, by 128 times the number from -12 to 12. */
export const SQUASHED: Uint16Array = /* @__PURE__ */ squash()

function steps(): Int32Array {
  return Int32Array.from({ length: 1 << SEEN_BITS }, (_, n) =>
    Math.floor(32768 / (Math.min(n, SEEN_MOST) + 2)),
  )
}

function confidence(): Float32Array {
  return Float32Array.from({ length: 1 << SEEN_BITS }, (_, n) => (n + 0.2) / (n + 4))
}

/** Powers of e by multiplying: `Math.exp` is not the same on every engine. */
function squash(): Uint16Array {
  const table = new Uint16Array(3072)
  const root = 1.0039138893383475
  let power = 1
  for (let n = 0; n < 1536; n++) {
    power *= root
    const chance = Math.max(1, Math.min(32767, Math.floor((32768 * power) / (1 + power))))
    table[1536 + n] = chance
    table[1535 - n] = 32768 - chance
    power *= root
  }
  let n = 0
  for (let p = 0; p < 4096; p++) {
    while (n < 3071 && table[n]! < p * 8 + 4) n++
    STRETCHED[p] = (n - 1536) / 128
  }
  return table
}
