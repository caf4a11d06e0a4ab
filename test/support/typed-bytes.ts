import { vi } from 'vitest'

const TYPES = ['Float64Array', 'Float32Array', 'Int32Array', 'Uint16Array', 'Uint8Array']

/** The bytes of all arrays of numbers and flags that are made meanwhile, of each in turn. */
export function typedArraysOf(make: () => void): number[] {
  const made: number[] = []
  for (const name of TYPES) {
    const original = Reflect.get(globalThis, name) as Float64ArrayConstructor
    vi.stubGlobal(
      name,
      new Proxy(original, {
        construct(target, given) {
          const array = Reflect.construct(target, given) as Float64Array
          made.push(array.byteLength)
          return array
        },
      }),
    )
  }
  try {
    make()
  } finally {
    vi.unstubAllGlobals()
  }
  return made
}

/** The bytes of all of them. */
export function typedBytesOf(make: () => void): number {
  return typedArraysOf(make).reduce((sum, bytes) => sum + bytes, 0)
}
