import { shepherdRoom } from '../shepherd/room.ts'
import { runRooms } from './worker.ts'

runRooms(shepherdRoom)
