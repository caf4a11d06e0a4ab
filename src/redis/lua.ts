/**
 * What all scripts begin with: the time, the names of the keys, and what several of them do. All keys begin with KEYS[1],
 * which is one hash tag, so that a Redis Cluster keeps them in one place.
 *
 *     alive         sorted set: the processes, by the end of their leases
 *     p:ID          hash: what a process has said about itself (url, games, queues, capacity, rooms, players, draining)
 *     v:ID          sorted set: the rooms reserved for it, by the end of the reservation
 *     q:GAME:HASH   sorted set: the processes that can take a room of this game, by their number of rooms
 *     r:KEY         hash: a room (owner, '' if none; term; until, 0 if its owner has claimed it itself; listing)
 *     s:KEY         its saved bytes
 *     o:GAME        sorted set: the rooms that are listed, by their players, the most first
 */
export const PRELUDE = `
local base, me, leaseMs, keepMs = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function at(kind, name) return base .. ':' .. kind .. ':' .. name end
local alive = base .. ':alive'

-- The fields of a hash; none if the key is something else, because somebody else has written there.
local function fieldsOf(key, ...)
  local fields = redis.pcall('HMGET', key, ...)
  return fields.err and {} or fields
end

-- Returns the names in a list as JSON; nil if it is none.
local function namesIn(text)
  local isJson, names = pcall(cjson.decode, text)
  if not isJson or type(names) ~= 'table' then return nil end
  for _, name in ipairs(names) do
    if type(name) ~= 'string' then return nil end
  end
  return names
end

local function isAddress(url)
  if not url or string.find(url, '%s') then return false end
  for _, start in ipairs({ '^wss?://[^/?#]', '^https?://[^/?#]', '^/$', '^/[^/]' }) do
    if string.find(url, start) then return true end
  end
  return false
end

local function isCount(text) return text and string.find(text, '^%-?%d+$') and #text < 16 end

-- Whether a process can be used by what it has said about itself.
local sound = {}
local function isSound(id)
  if sound[id] == nil then
    local said = fieldsOf(at('p', id), 'url', 'queues', 'capacity', 'rooms')
    sound[id] = isAddress(said[1]) and namesIn(said[2]) and isCount(said[3]) and isCount(said[4])
      and type(redis.pcall('ZCARD', at('v', id))) == 'number' or false
  end
  return sound[id]
end

local function isLive(id)
  local ends = redis.call('ZSCORE', alive, id)
  return ends and tonumber(ends) > now and isSound(id)
end

local function queuesOf(id)
  return namesIn(fieldsOf(at('p', id), 'queues')[1]) or {}
end

local function listOf(key) return at('o', string.match(key, '^[^/]*')) end

-- Removes a process whose lease has run out, or that leaves.
local function lapse(id)
  redis.call('ZREM', alive, id)
  for _, queue in ipairs(queuesOf(id)) do redis.call('ZREM', at('q', queue), id) end
end

-- Puts a process where its number of rooms belongs in its queues, or out of them if it can take no room.
local function place(id)
  local said = redis.call('HMGET', at('p', id), 'queues', 'capacity', 'rooms', 'draining')
  if not said[1] then return end
  local rooms = math.max(0, tonumber(said[3])) + redis.call('ZCARD', at('v', id))
  local takes = rooms < tonumber(said[2]) and said[4] == '0'
  for _, queue in ipairs(namesIn(said[1]) or {}) do
    if takes then
      redis.call('ZADD', at('q', queue), rooms, id)
      redis.call('PEXPIRE', at('q', queue), keepMs)
    else
      redis.call('ZREM', at('q', queue), id)
    end
  end
end

-- The process with the fewest rooms in a queue.
local function choose(queue, except)
  while true do
    local first = redis.call('ZRANGE', at('q', queue), 0, 1)
    local id = first[1]
    if id == except then id = first[2] end
    if not id then return nil end
    if isLive(id) then return id end
    lapse(id)
    redis.call('ZREM', at('q', queue), id)
  end
end

local function countRooms(id, by)
  if redis.call('EXISTS', at('p', id)) == 1 then redis.call('HINCRBY', at('p', id), 'rooms', by) end
end

-- Returns owner, term and the end of the reservation of a room.
local function read(key)
  local room = fieldsOf(at('r', key), 'owner', 'term', 'until')
  return room[1] or '', tonumber(room[2] or 0) or 0, tonumber(room[3] or 0) or 0
end

local function hasOwner(owner, reserved)
  return owner ~= '' and (reserved == 0 or reserved > now) and isLive(owner)
end

local function write(key, owner, term, reserved)
  -- What is no hash is no room.
  if redis.call('TYPE', at('r', key)).ok ~= 'hash' then redis.call('DEL', at('r', key)) end
  redis.call('HSET', at('r', key), 'owner', owner, 'term', term, 'until', reserved)
  redis.call('PEXPIRE', at('r', key), keepMs)
end

local function unlist(key)
  redis.call('HDEL', at('r', key), 'listing')
  redis.call('ZREM', listOf(key), key)
end

-- Gives a room to a process, which has it until 'reserved' if it is not 0.
local function assign(key, before, id, term, reserved)
  if before ~= '' then redis.pcall('ZREM', at('v', before), key) end
  write(key, id, term, reserved)
  unlist(key)
  if reserved == 0 then
    countRooms(id, 1)
  else
    redis.call('ZADD', at('v', id), reserved, key)
    redis.call('PEXPIRE', at('v', id), keepMs)
  end
  place(id)
end

local function unassign(key, term)
  write(key, '', term, 0)
  unlist(key)
  if redis.call('ZREM', at('v', me), key) == 0 then countRooms(me, -1) end
  place(me)
end

local function claimOf(key, id, term, isNew)
  local saved = id == me and redis.call('GET', at('s', key))
  return { id, redis.call('HGET', at('p', id), 'url'), term, isNew, saved }
end
`
