export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export type {
  About,
  Claim,
  ClaimWish,
  Directory,
  DirectoryTimes,
  Heartbeat,
  ListedProcess,
  ListedRoom,
  ProcessLoad,
  RoomFilter,
  RoomListing,
  ServerProcess,
} from './directory/directory.ts'
export { type RedisDirectoryOptions, redisDirectory } from './redis/redis-directory.ts'
