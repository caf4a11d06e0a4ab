#!/usr/bin/env node
import { runCommand } from './command.ts'

/** The program `glissade`: one word for what to do, and what that takes. */
process.exitCode = await runCommand(process.argv.slice(2))
