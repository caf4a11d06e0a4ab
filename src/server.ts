export type { InferServer } from './game/infer.ts'
export type { Budget as ByteBudget, Interest, SomeEntity } from './game/interest.ts'
export type { ProfileOf } from './game/parts.ts'
export type { EventAudience, Player, ServerEntity, StepContext, World } from './game/world.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/authority/budget.ts'
export { StrictTime } from './server/authority/strict-time.ts'
export type { Seat } from './server/players/seat.ts'
export type { ViewReport } from './server/replication/report.ts'
export { viewOf } from './server/replication/report.ts'
export { Room } from './server/room.ts'
export type { RoomOptions, SendOptions } from './server/room-options.ts'
export {
  type AddressLimitOptions,
  type AddressLimitStats,
  AddressLimits,
} from './server/rooms/address-limits.ts'
export { Lobby, type LobbyOptions } from './server/rooms/lobby.ts'
export type { Applicant, Refusal, Visitor } from './server/rooms/reception.ts'
export { Reception, type ReceptionOptions } from './server/rooms/reception.ts'
export { type SlowRoom, SlowRooms } from './server/rooms/slow-rooms.ts'
export type { RoomStats } from './server/stats.ts'
export type { ResumeKey } from './wire/packets/handshake.ts'
