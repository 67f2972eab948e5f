import { Readable } from 'node:stream'
import type { Handlers } from '../../http/contract.ts'
import { editBrand, findPicture, removeBrand } from './service.ts'

/** A picture is named by its content, so it never changes. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The logo and the icon of the site. */
export const brandHandlers = {
  editBrand: ({ path, body, ...world }) => editBrand(world, path.part, body),
  removeBrand: ({ path, ...world }) => removeBrand(world, path.part),
  async getBrandPicture({ db, path, header }) {
    const bytes = await findPicture(db, path.hash)
    header('cache-control', FOREVER)
    header('content-type', 'image/png')
    header('content-length', String(bytes.length))
    return Readable.from([bytes])
  },
} satisfies Partial<Handlers>
