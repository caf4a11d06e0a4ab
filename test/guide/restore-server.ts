import { type AnyRoom, Room } from 'glissade/server'

/** Returns a copy of a room that goes on from the same moment, for example to try something out. */
export const copyOf = (room: Room, nowMs: number): Room =>
  Room.restore(room.definition as AnyRoom, room.save(), { nowMs })

/** Restores a room that was saved before carts had a colour. */
export const restoreOld = (definition: AnyRoom, bytes: Uint8Array, nowMs: number): Room =>
  Room.restore(definition, bytes, {
    nowMs,
    migrate(saved) {
      for (const entity of saved.entities)
        if (entity.kind === 'cart') entity.fields['hue'] = (entity.id * 47) % 360
      return saved
    },
  })
