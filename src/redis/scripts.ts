import { createHash } from 'node:crypto'
import { PRELUDE } from './lua.ts'

/** A script that runs in Redis as a whole. Its arguments begin with the process, the lease and the expiry of keys, in ms. */
export interface Script {
  readonly text: string
  /** The name by which Redis knows it once it has run there. */
  readonly sha: string
}

function script(body: string): Script {
  const text = PRELUDE + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** url, games, queues, capacity, rooms. */
export const JOIN: Script = script(`
local p = at('p', me)
for _, queue in ipairs(queuesOf(me)) do redis.call('ZREM', at('q', queue), me) end
redis.call('HSET', p, 'url', ARGV[4], 'games', ARGV[5], 'queues', ARGV[6], 'capacity', ARGV[7],
  'rooms', ARGV[8], 'players', 0, 'draining', 0)
redis.call('PEXPIRE', p, keepMs)
redis.call('ZADD', alive, now + leaseMs, me)
place(me)
`)

/**
 * rooms, players, draining; how many own rooms follow, with key and term of each; then key, text and players of each listing,
 * without players if it is not to be listed. Answers the keys of the rooms that are lost, or nothing if the lease had run out.
 */
export const HEARTBEAT: Script = script(`
local p = at('p', me)
local games = redis.call('HGET', p, 'games')
if not isLive(me) or not games then return false end
redis.call('ZADD', alive, now + leaseMs, me)
redis.call('HSET', p, 'rooms', ARGV[4], 'players', ARGV[5], 'draining', ARGV[6])
redis.call('PEXPIRE', p, keepMs)
redis.call('ZREMRANGEBYSCORE', at('v', me), '-inf', now)
place(me)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', alive, '-inf', now, 'LIMIT', 0, 10)) do lapse(id) end

local lost, after = {}, 8 + 2 * ARGV[7]
for i = 8, after - 1, 2 do
  local owner, term = read(ARGV[i])
  if owner == me and term == tonumber(ARGV[i + 1]) then
    redis.call('PEXPIRE', at('r', ARGV[i]), keepMs)
  else
    lost[#lost + 1] = ARGV[i]
  end
end
for i = after, #ARGV, 3 do
  local key = ARGV[i]
  if read(key) == me then
    redis.call('HSET', at('r', key), 'listing', ARGV[i + 1])
    if ARGV[i + 2] == '' then
      redis.call('ZREM', listOf(key), key)
    else
      redis.call('ZADD', listOf(key), -ARGV[i + 2], key)
    end
  end
end
-- Rooms that ended with their processes leave the lists one by one, as keys of Redis that expire do.
for game in pairs(cjson.decode(games)) do
  local key = redis.call('ZRANDMEMBER', at('o', game))
  if key and redis.call('EXISTS', at('r', key)) == 0 then redis.call('ZREM', at('o', game), key) end
end
return lost
`)

/**
 * key, queue, whether to prefer the process itself, the reservation in ms. Answers a claim, or nothing for 'full', or 0 if the
 * process itself is not there either.
 */
export const CLAIM: Script = script(`
local key, queue = ARGV[4], ARGV[5]
local owner, term, reserved = read(key)
if hasOwner(owner, reserved) then
  if owner == me then
    write(key, me, term, 0)
    if redis.call('ZREM', at('v', me), key) == 1 then countRooms(me, 1) end
  end
  return claimOf(key, owner, term, 0)
end
local chosen
if ARGV[6] == '1' and redis.call('ZSCORE', at('q', queue), me) and isLive(me) then chosen = me end
chosen = chosen or choose(queue)
if not chosen then return me ~= '' and not isLive(me) and 0 end
assign(key, owner, chosen, term + 1, chosen == me and 0 or now + ARGV[7])
return claimOf(key, chosen, term + 1, 1)
`)

/** key, term. Answers 1, or 0 if the room is not the process's. */
export const RELEASE: Script = script(`
local key, term = ARGV[4], tonumber(ARGV[5])
local owner, at_term = read(key)
if owner ~= me or at_term ~= term then return 0 end
unassign(key, term)
redis.call('DEL', at('s', key))
return 1
`)

/** key, term, queue, the reservation, the expiry of the bytes in ms, the bytes. Answers a claim, 'full' or 'lost'. */
export const HAND_OVER: Script = script(`
local key, term = ARGV[4], tonumber(ARGV[5])
local owner, at_term = read(key)
if owner ~= me or at_term ~= term then return 'lost' end
local chosen = choose(ARGV[6], me)
if not chosen then return 'full' end
unassign(key, term)
redis.call('SET', at('s', key), ARGV[9], 'PX', ARGV[8])
assign(key, '', chosen, term + 1, now + ARGV[7])
return claimOf(key, chosen, term + 1, 0)
`)

/** key, term, the expiry of the bytes in ms, the bytes. Answers 1, or 0 if the room is not the process's. */
export const CHECKPOINT: Script = script(`
local key = ARGV[4]
local owner, term = read(key)
if owner ~= me or term ~= tonumber(ARGV[5]) then return 0 end
redis.call('SET', at('s', key), ARGV[7], 'PX', ARGV[6])
redis.call('PEXPIRE', at('r', key), keepMs)
return 1
`)

/** key and term of each room. Answers a key and a claim (or nothing) for each that somebody else has claimed. */
export const RECLAIM: Script = script(`
local lost = {}
for i = 4, #ARGV, 2 do
  local key, mine = ARGV[i], tonumber(ARGV[i + 1])
  local owner, term, reserved = read(key)
  local isOwned = hasOwner(owner, reserved)
  if term > mine or (isOwned and owner ~= me) then
    lost[#lost + 1] = key
    lost[#lost + 1] = isOwned and claimOf(key, owner, term, 0)
  else
    if owner ~= '' then redis.pcall('ZREM', at('v', owner), key) end
    write(key, me, mine, 0)
  end
end
return lost
`)

/** key. Answers a claim without bytes, or nothing. */
export const FIND: Script = script(`
local owner, term, reserved = read(ARGV[4])
if not hasOwner(owner, reserved) then return false end
return { owner, redis.call('HGET', at('p', owner), 'url'), term, 0, false }
`)

/** game, the place to begin at, how many rooms. Answers the place to go on at, then key, address and listing of each room. */
export const LIST: Script = script(`
local list, first, most = at('o', ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local keys = redis.call('ZRANGE', list, first, first + most - 1)
local answer, urls, after = { 0 }, {}, first
for _, key in ipairs(keys) do
  local room = fieldsOf(at('r', key), 'owner', 'listing')
  local owner, listing = room[1], room[2]
  if listing then
    after = after + 1
    if urls[owner] == nil then urls[owner] = isLive(owner) and redis.call('HGET', at('p', owner), 'url') end
    if urls[owner] then
      answer[#answer + 1] = key
      answer[#answer + 1] = urls[owner]
      answer[#answer + 1] = listing
    end
  else
    redis.call('ZREM', list, key)
  end
end
answer[1] = #keys < most and -1 or after
return answer
`)

/** Answers id, address, games, capacity, rooms, players and draining of each process. */
export const PROCESSES: Script = script(`
local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', alive, '(' .. now, '+inf')) do
  if isSound(id) then
    local said = redis.call('HMGET', at('p', id), 'url', 'games', 'capacity', 'rooms', 'players', 'draining')
    local rooms = math.max(0, tonumber(said[4])) + redis.call('ZCARD', at('v', id))
    answer[#answer + 1] = { id, said[1], said[2], said[3], tostring(rooms), said[5], said[6] }
  end
end
return answer
`)

/** Answers nothing. */
export const LEAVE: Script = script(`
lapse(me)
redis.call('DEL', at('p', me), at('v', me))
`)
