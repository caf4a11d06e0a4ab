export {
  type DataChannelOptions,
  type DatagramStatus,
  type DatagramTransport,
  dataChannel,
} from './net/data-channel.ts'
