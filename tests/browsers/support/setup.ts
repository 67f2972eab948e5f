import { packPrograms } from '../../../scripts/install.mjs'
import { forgetLeftOut, whatWasLeftOut } from '../../../scripts/leftOut.mjs'

/** Packs the server as `npm start` does; at the end says which engines were left out, and why. */
export default function setup(): () => void {
  forgetLeftOut('browsers')
  packPrograms()
  return () => {
    for (const line of whatWasLeftOut('browsers')) console.log(line)
  }
}
