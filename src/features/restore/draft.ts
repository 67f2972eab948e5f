import { msg } from '@lingui/core/macro'
import type { Body } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** Where a backup is, and which moment of it is wanted, as it is being typed. */
export type RestoreDraft = {
  kind: 'folder' | 'bucket'
  folder: string
  endpoint: string
  bucket: string
  /** Folder in the bucket; may be empty. */
  inBucket: string
  region: string
  keyId: string
  secret: string
  key: string
  /** Milliseconds since 1970; null is as late as possible. */
  at: number | null
}

export const EMPTY: RestoreDraft = {
  kind: 'folder',
  folder: '',
  endpoint: '',
  bucket: '',
  inBucket: '',
  region: '',
  keyId: '',
  secret: '',
  key: '',
  at: null,
}

const ENTER = msg`Fill this in.`
const ABSOLUTE = msg`Enter the whole path, such as /mnt/disk/sluice.`
const ADDRESS = msg`Enter an address such as https://s3.example.com.`
const KEY_TEXT = /^[\w-]{43}=?$/

/** What prevents a backup from being opened. */
export function checkRestoreDraft(draft: RestoreDraft): Problems<RestoreDraft> {
  const problems: Problems<RestoreDraft> = {}
  const isMissing = (name: 'bucket' | 'keyId' | 'secret') => draft[name].trim() === ''
  if (draft.kind === 'folder') {
    if (!/^(\/|[A-Za-z]:)/.test(draft.folder.trim())) problems.folder = ABSOLUTE
  } else {
    if (!/^(https?:\/\/[^\s/]+\S*)?$/.test(draft.endpoint.trim())) problems.endpoint = ADDRESS
    for (const name of ['bucket', 'keyId', 'secret'] as const)
      if (isMissing(name)) problems[name] = ENTER
  }
  if (!KEY_TEXT.test(keyOf(draft)))
    problems.key = msg`A backup key is 43 letters, digits, hyphens and underscores.`
  return problems
}

/** A line copied from the settings is as good as the key alone. */
const keyOf = ({ key }: RestoreDraft) => key.trim().replace(/^BACKUP_KEY=/, '')

/** What is sent of it. */
export function wantedOf(draft: RestoreDraft, token: string): Body<'fetchBackup'> {
  const { kind, at } = draft
  const moment = at === null ? {} : { at }
  const key = keyOf(draft)
  if (kind === 'folder') return { token, place: draft.folder.trim(), key, ...moment }
  const name = draft.bucket.trim().replace(/^s3:\/\//, '')
  const path = [name, draft.inBucket.trim()].map((part) => part.replace(/^\/+|\/+$/g, ''))
  return {
    token,
    place: `s3://${path.filter((part) => part !== '').join('/')}`,
    endpoint: draft.endpoint.trim(),
    region: draft.region.trim(),
    keyId: draft.keyId.trim(),
    secret: draft.secret.trim(),
    key,
    ...moment,
  }
}
