export {
  type DataChannelOptions,
  type DatagramProblem,
  type DatagramStatus,
  type DatagramTransport,
  dataChannel,
} from './net/data-channel.ts'
