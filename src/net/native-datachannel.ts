/**
 * The parts of the package `node-datachannel` that the engine uses. They are repeated here because the package is optional,
 * and the published types must be valid without it.
 */
export interface NativeModule {
  readonly PeerConnection: new (name: string, config: NativeConfig) => NativePeer
  readonly IceUdpMuxListener: new (port: number, address: string) => NativeMuxListener
}

/** Keeps a UDP port open for the connections that share it. The constructor throws if the port is taken. */
export interface NativeMuxListener {
  port(): number
}

/** The settings of a connection. See `RtcConfig` of the package. */
export interface NativeConfig {
  readonly iceServers: string[]
  readonly bindAddress: string
  readonly enableIceUdpMux: boolean
  readonly portRangeBegin: number
  readonly portRangeEnd: number
  readonly disableAutoNegotiation: boolean
  readonly maxMessageSize: number
}

/** A WebRTC connection. Its callbacks come from the event loop, never from inside a call. */
export interface NativePeer {
  setRemoteDescription(sdp: string, type: 'offer'): void
  setLocalDescription(type: 'answer'): void
  localDescription(): { readonly sdp: string } | null
  createDataChannel(label: string, init: NativeChannelInit): NativeChannel
  onGatheringStateChange(run: (state: string) => void): void
  onStateChange(run: (state: string) => void): void
  close(): void
}

/** The settings of a data channel. Without a limit of repeats or of time, it is reliable. */
export interface NativeChannelInit {
  readonly negotiated: boolean
  readonly id: number
  readonly unordered: boolean
  readonly maxPacketLifeTime: number
}

/** A data channel. */
export interface NativeChannel {
  sendMessageBinary(bytes: Uint8Array): boolean
  bufferedAmount(): number
  onOpen(run: () => void): void
  onClosed(run: () => void): void
  onError(run: (error: string) => void): void
  onMessage(run: (data: string | Uint8Array | ArrayBuffer) => void): void
}
