/** Holds a data folder as a console does, until it is killed. */
import { holdConsole } from '../../server/database/oneConsole.ts'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
holdConsole({ dataDir, databaseUrl, site: 'http://holder' })
console.log('held')
setInterval(() => {}, 60_000)
