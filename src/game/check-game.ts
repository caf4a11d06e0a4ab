import { noSuch } from '../base/settings.ts'
import { checkFields } from './check-fields.ts'
import type { AnyGame, Kind } from './define-game.ts'
import { type Field, fail } from './field.ts'
import type { Schema } from './schema.ts'
import type { EntityKinds } from './world.ts'

/**
 * Throws `schema-definition` where the parts of a definition do not fit together: a `move` for a kind that does not exist, a
 * rate out of range, a reserved name. `defineRoom` calls this. Pages do not, because a server checks the same definition.
 */
export function checkGame({
  name,
  definition,
  inputSchema,
  profileSchema,
  kinds,
  roomKind,
  playersKind,
  events,
  stepHz,
  sendHz,
}: AnyGame): void {
  const { move = {}, path = {}, clamp = {}, attachedTo = {} } = definition
  const { authority } = definition
  if (!(name.length >= 1 && name.length <= 32))
    fail(`defineGame: name is '${name}', but must have 1 to 32 characters`)
  const { version = '' } = definition
  if (typeof version !== 'string' && !Number.isFinite(version))
    fail(`defineGame: version is ${version}, but must be a text or a number`)
  if (authority && authority.name !== 'tick')
    fail(`defineGame: authority is '${authority}', but must be sharedTick() or left out`)
  checkRate('stepHz', stepHz)
  checkRate('sendHz', sendHz)
  if (definition.events && !definition.events.kinds)
    fail('defineGame: events must be gameEvents({ ... })')
  const ofEntities = kinds.filter((kind) => kind !== roomKind && kind !== playersKind)
  const names = ofEntities.map((kind) => kind.name)
  checkRecord(definition.input, inputSchema)
  checkRecord(definition.profile ?? {}, profileSchema, true)
  if (playersKind)
    for (const field of ['id', 'mine', 'isAway'])
      if (field in definition.profile!)
        fail(`defineGame: profile.${field}: id, mine and isAway are reserved beside visible fields`)
  checkKinds('entities', definition.entities, ofEntities)
  if (roomKind) checkKinds('room', { [roomKind.name]: definition.room! }, [roomKind])
  checkKinds('events', definition.events?.kinds ?? {}, events)
  for (const [what, map] of Object.entries({ move, path, clamp, attachedTo }))
    for (const kind of Object.keys(map))
      if (!names.includes(kind))
        fail(`defineGame: ${what}.${kind}: ${noSuch('entity kind', kind, names)}`)
  for (const kind of Object.keys(path)) {
    if (kind in move) fail(`defineGame: path.${kind}: a kind takes a 'path' or a 'move', not both`)
    if (kind in attachedTo)
      fail(`defineGame: attachedTo.${kind}: a kind with a 'path' cannot be carried`)
  }
  for (const kind of Object.keys(clamp))
    if (kind in move || kind in path)
      fail(
        `defineGame: clamp.${kind}: a kind with a 'move' or a 'path' cannot have a clamp: keep it out of walls there`,
      )
  for (const [what, map] of Object.entries({ move, path, clamp, attachedTo }))
    checkSynchronous(`defineGame: ${what}.`, map, 'it runs one step, on pages and server alike')
  if (definition.attachedTo && !definition.riders)
    fail('defineGame: attachedTo needs riders: riders()')
}

/**
 * Throws `schema-definition` for an `async` function or a generator. `functions`: by name. `where`: what stands before the name.
 * `advice`: what to do instead.
 */
export function checkSynchronous(
  where: string,
  functions: Readonly<Record<string, unknown>> = {},
  advice: string,
): void {
  for (const [name, fn] of Object.entries(functions)) {
    const kind = Object.prototype.toString.call(fn)
    if (kind === '[object GeneratorFunction]')
      fail(`${where}${name} is a generator, but must be a function`)
    if (kind === '[object AsyncFunction]' || kind === '[object AsyncGeneratorFunction]')
      fail(`${where}${name} is an async function, and nothing waits for it: ${advice}`)
  }
}

function checkRate(what: string, hz: number): void {
  if (!(hz >= 1 && hz <= 128))
    fail(`defineGame: ${what} is ${hz}, but must be a number from 1 to 128`)
}

function checkKinds(what: string, records: EntityKinds, kinds: readonly Kind[]): void {
  if (kinds.length > 256)
    fail(`defineGame: ${what} has ${kinds.length} kinds, at most 256 are allowed`)
  for (const { name, schema } of kinds) {
    for (const field of ['id', 'kind', 'owner', 'mine'])
      if (field in records[name]!)
        fail(`defineGame: ${what}.${name}.${field}: id, kind, owner and mine are reserved names`)
    checkRecord(records[name]!, schema)
  }
}

function checkRecord(
  record: { readonly [name: string]: Field },
  { width }: Schema,
  isProfile = false,
): void {
  checkFields(record)
  for (const [name, { rosterCode, seen }] of Object.entries(record))
    if (rosterCode && (!isProfile || seen !== 'all'))
      fail(`${name}: visible(...) is for fields of a profile, and takes no other wrapper`)
  if (width > 255) fail(`defineGame: a record has ${width} columns, at most 255 are allowed`)
}
