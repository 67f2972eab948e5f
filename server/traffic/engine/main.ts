import type { Launch } from './messages.ts'
import { runEngine } from './run.ts'

// The keeper passes the folder and how to start.
const [, , dir = '.', launch = '{}'] = process.argv
await runEngine(dir, JSON.parse(launch) as Launch)
