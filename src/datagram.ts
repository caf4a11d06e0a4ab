export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export {
  type DataChannelOptions,
  type DatagramProblem,
  type DatagramStatus,
  type DatagramTransport,
  dataChannel,
} from './net/data-channel.ts'
