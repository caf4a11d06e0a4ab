import { serve } from 'glissade/node'
import { room } from './ferry-server.ts'

/** Serves on TCP and UDP port 3000 to everybody. `publicAddress`: behind a NAT or in a container, where players reach it. */
export const open = (publicAddress = process.env['PUBLIC_ADDRESS']) =>
  serve(room, { host: '0.0.0.0', port: 3000, publicAddress })
