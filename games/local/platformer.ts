import { platformerWithBots } from '../platformer/room-with-bots.ts'
import { runRooms } from './worker.ts'

runRooms(platformerWithBots)
