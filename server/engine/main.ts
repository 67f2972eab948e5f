import type { Launch } from './protocol/messages.ts'
import { runEngine } from './process/run.ts'

// The supervisor passes the folder and how to start.
const [, , dir = '.', launch = '{}'] = process.argv
await runEngine(dir, JSON.parse(launch) as Launch)
