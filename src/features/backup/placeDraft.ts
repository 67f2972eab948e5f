import { msg } from '@lingui/core/macro'
import type { Body } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** Where backups shall go, as it is being typed. */
export type PlaceDraft = {
  kind: 'folder' | 'bucket'
  folder: string
  endpoint: string
  bucket: string
  /** Folder in the bucket; may be empty. */
  inBucket: string
  region: string
  keyId: string
  secret: string
}

export const NO_PLACE: PlaceDraft = {
  kind: 'folder',
  folder: '',
  endpoint: '',
  bucket: '',
  inBucket: '',
  region: '',
  keyId: '',
  secret: '',
}

const ENTER = msg`Fill this in.`

/** What keeps a place from being tried. */
export function checkPlaceDraft(draft: PlaceDraft): Problems<PlaceDraft> {
  const problems: Problems<PlaceDraft> = {}
  if (draft.kind === 'folder') {
    if (!/^(\/|[A-Za-z]:)/.test(draft.folder.trim()))
      problems.folder = msg`Enter the whole path, such as /mnt/disk/sluice.`
    return problems
  }
  if (!/^(https?:\/\/[^\s/]+\S*)?$/.test(draft.endpoint.trim()))
    problems.endpoint = msg`Enter an address such as https://s3.example.com.`
  for (const name of ['bucket', 'keyId', 'secret'] as const)
    if (draft[name].trim() === '') problems[name] = ENTER
  return problems
}

/** What is sent of it. */
export function placeOf(draft: PlaceDraft): Omit<Body<'setUpBackup'>, 'proof'> {
  if (draft.kind === 'folder') return { place: draft.folder.trim() }
  const bucket = draft.bucket.trim().replace(/^s3:\/\//, '')
  const path = [bucket, draft.inBucket.trim()].map((part) => part.replace(/^\/+|\/+$/g, ''))
  return {
    place: `s3://${path.filter((part) => part !== '').join('/')}`,
    endpoint: draft.endpoint.trim(),
    region: draft.region.trim(),
    keyId: draft.keyId.trim(),
    secret: draft.secret.trim(),
  }
}
