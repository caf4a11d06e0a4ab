#!/usr/bin/env node
import { runCommand } from './command.ts'

/** The program `glissade`: takes the name of a command, and the arguments of that command. */
process.exitCode = await runCommand(process.argv.slice(2))
