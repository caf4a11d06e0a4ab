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
export { memoryDirectory } from './directory/memory.ts'
export { DirectoryStore } from './directory/store.ts'
export type { InferServer } from './game/infer.ts'
export type { ProfileOf } from './game/parts.ts'
export type { MissingInput } from './server/authority/authority.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/authority/budget.ts'
export { StrictTime } from './server/authority/strict-time.ts'
export type {
  AccountOf,
  AnyRoom,
  EntityOf,
  GameOf,
  GameRoom,
  PlayerOf,
  RoomDefinition,
  RoomLimits,
  WorldOf,
} from './server/define-room.ts'
export { defineRoom } from './server/define-room.ts'
export type { Budget as ByteBudget, Interest, SomeEntity } from './server/interest/interest.ts'
export type { Newcomer } from './server/players/claims.ts'
export type { PlayerReceiver, Refusal } from './server/players/player-receiver.ts'
export type { ViewReport } from './server/replication/report.ts'
export { type RestoreOptions, Room, viewOf } from './server/room.ts'
export type { RoomOptions } from './server/room-options.ts'
export {
  type AddressLimitOptions,
  type AddressLimitStats,
  AddressLimits,
} from './server/rooms/address-limits.ts'
export { drive } from './server/rooms/drive.ts'
export { Lobby } from './server/rooms/lobby.ts'
export type { LobbyOptions } from './server/rooms/lobby-options.ts'
export type { Match, MatchFunction, MatchRequest } from './server/rooms/match.ts'
export type { Applicant, Visitor } from './server/rooms/reception.ts'
export { Reception, type ReceptionOptions } from './server/rooms/reception.ts'
export type {
  CreateOptions,
  JoinOrCreateOptions,
  RoomSeats,
  SeatOptions,
  ServerRooms,
} from './server/rooms/server-rooms.ts'
export type { SharedRooms, SharedRoomsOptions } from './server/rooms/shared-rooms.ts'
export { type SlowRoom, SlowRooms } from './server/rooms/slow-rooms.ts'
export type { SavedPlayer } from './server/save/saved-player.ts'
export type { Migrate } from './server/saved/migrate.ts'
export type { SavedEntity, SavedRoom } from './server/saved/saved-room.ts'
export type { RoomStats } from './server/stats.ts'
export type { ErrorPlace } from './server/world/hooks.ts'
export type { RoomDetails } from './server/world/listing.ts'
export type {
  EventAudience,
  EventContext,
  Player,
  SeenEntity,
  SeenWorld,
  SendOptions,
  ServerEntity,
  StepContext,
  World,
} from './server/world/world.ts'
export type { ResumeKey } from './wire/packets/handshake.ts'
