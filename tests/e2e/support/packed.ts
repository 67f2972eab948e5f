import { packPrograms } from '../../../scripts/install.mjs'

/** Packs the server as `npm start` does, where a source of it has changed. */
export default function packed(): void {
  packPrograms()
}
