export {
  type AddressLimitOptions,
  type AddressLimitStats,
  AddressLimits,
} from './server/address-limits.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/budget.ts'
export { Lobby, type LobbyOptions } from './server/lobby.ts'
export type { Applicant, Refusal, Visitor } from './server/reception.ts'
export { Reception, type ReceptionOptions } from './server/reception.ts'
export { Room } from './server/room.ts'
export type { RoomOptions, SendOptions } from './server/room-options.ts'
export type { Seat } from './server/seat.ts'
export { type SlowRoom, SlowRooms } from './server/slow-rooms.ts'
export type { RoomStats } from './server/stats.ts'
export { StrictTime } from './server/strict-time.ts'
export type { ViewReport } from './server/view/report.ts'
export { viewOf } from './server/view/report.ts'
export type { ResumeKey } from './wire/handshake.ts'
