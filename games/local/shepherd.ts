import { shepherdWithBots } from '../shepherd/company.ts'
import { runRooms } from './worker.ts'

runRooms(shepherdWithBots)
