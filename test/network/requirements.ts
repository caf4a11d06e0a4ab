import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What a bad network needs of a machine, as `thisMachine` finds it. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  /** Whether the process may make network namespaces; in most containers even root may not. */
  readonly mayMakeNamespaces: boolean
  /** Whether /dev/net/tun can be opened. */
  readonly hasTun: boolean
  /** Those of the programs `cc` and `ip` that are in the search path. */
  readonly programs: ReadonlySet<string>
}

/** Bits of CapEff in /proc/self/status. */
const CAP_NET_ADMIN = 12n
const CAP_SYS_ADMIN = 21n

/**
 * Returns a sentence that names everything for which no bad network can be opened on this machine, or null if one can. The
 * argument is for tests.
 */
export function missingForBadNetwork(machine: Machine = thisMachine()): string | null {
  const missing: string[] = []
  if (machine.platform !== 'linux') missing.push('Linux')
  else {
    if (!machine.isRoot) missing.push('the rights of root')
    else if (!machine.mayMakeNamespaces)
      missing.push('the capabilities CAP_NET_ADMIN and CAP_SYS_ADMIN')
    if (!machine.programs.has('cc'))
      missing.push('a C compiler named cc (Debian: gcc and libc6-dev)')
    if (!machine.programs.has('ip')) missing.push('the program ip (Debian: iproute2)')
    if (!machine.hasTun) missing.push('access to /dev/net/tun')
  }
  if (missing.length === 0) return null
  return `A bad network needs what this machine does not have: ${missing.join(', ')}.`
}

/** Finds out what this machine has. */
export function thisMachine(): Machine {
  const isLinux = process.platform === 'linux'
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    mayMakeNamespaces: isLinux && hasCapabilities(CAP_NET_ADMIN, CAP_SYS_ADMIN),
    hasTun: isLinux && canOpen('/dev/net/tun'),
    programs: new Set(['cc', 'ip'].filter(isInPath)),
  }
}

function hasCapabilities(...bits: readonly bigint[]): boolean {
  const [, effective = '0'] =
    /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  const mask = BigInt(`0x${effective}`)
  return bits.every((bit) => (mask >> bit) & 1n)
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'))
    return true
  } catch {
    return false
  }
}

function isInPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
