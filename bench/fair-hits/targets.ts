import { Bot } from '../../games/platformer/bots/bot.ts'
import { PLATFORMS, placePlatform } from '../../games/platformer/rules/platforms.ts'
import type { Random } from '../../src/base/random.ts'
import type { Shooting } from './game.ts'

/** What the targets do. All but the last are players. The room moves the last one. */
export const ROLES = ['runs', 'jumps', 'rides', 'plays', 'bot'] as const
export type Role = (typeof ROLES)[number]

/** The keys of the platformer. */
interface Keys {
  left: boolean
  right: boolean
  down: boolean
  jump: boolean
  throw: boolean
}

export const noKeys = (): Keys => ({
  left: false,
  right: false,
  down: false,
  jump: false,
  throw: false,
})

/** What is known of a body. */
type Body = Parameters<Bot['think']>[0]

/** Makes what presses the keys of a target, called once for each frame or step. */
export function targetKeys(
  role: Role,
  seed: number,
  random: Random,
): (me: Body, keys: Keys, timeMs: number) => void {
  const bot = new Bot(seed)
  let turnAtMs = 0
  let jumpAtMs = 0
  return (me, keys, timeMs) => {
    if (Number.isNaN(timeMs)) return
    if (role === 'plays') return bot.think(me, [], [], timeMs, keys)
    if (role !== 'rides' && timeMs >= turnAtMs) {
      keys.left = random.next() < 0.45
      keys.right = !keys.left && random.next() < 0.8
      turnAtMs = timeMs + random.between(150, 900)
    }
    if (role === 'runs') return
    if (timeMs >= jumpAtMs) jumpAtMs = timeMs + random.between(500, role === 'rides' ? 4000 : 1200)
    keys.jump = jumpAtMs - timeMs < 300
  }
}

/** Puts riders who have fallen off back on a platform. `riders`: their player numbers. */
export function keepRiding(world: Shooting, riders: readonly number[]): void {
  for (const pip of world.entities('pip')) {
    if (!riders.includes(pip.owner ?? 0) || pip.platform > 0 || !pip.grounded) continue
    const index = (pip.id + world.tick) % PLATFORMS.length
    placePlatform(index, world.timeMs, pip)
    pip.y -= 4
    pip.vx = 0
    pip.vy = 0
    pip.grounded = false
    world.teleport(pip)
  }
}
