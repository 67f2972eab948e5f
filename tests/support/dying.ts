/** Loaded before a server: it is killed at the moment it would answer a call with this header. */
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: [number]) {
  if (this.req.headers['x-dies']) process.kill(process.pid, 'SIGKILL')
  return writeHead.apply(this, given)
} as typeof writeHead
