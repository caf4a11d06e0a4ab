import { platformerRoom } from '../platformer/room.ts'
import { runRooms } from './worker.ts'

runRooms(platformerRoom)
