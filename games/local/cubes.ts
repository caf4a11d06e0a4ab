import { runRooms } from './worker.ts'

// The physics engine takes a moment to start. Until then, connections wait.
runRooms(import('../cubes/room.ts').then(({ cubesRoom }) => cubesRoom))
