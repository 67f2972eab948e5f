import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { ShareProblem } from '#device/sharedStore.ts'
import { noteUnsent } from '#device/unsavedInput.ts'
import { MAX_PICTURES } from '#rules/messagePicture.ts'
import { newUuid } from '#rules/uuid.ts'

/** A picture that will be sent with a message. */
export type Attachment = { id: string; blob: Blob; url: string }

const PROBLEMS: Record<string, MessageDescriptor> = {
  unreadable: msg`This file cannot be read as a picture. Choose a PNG, JPEG or WebP file.`,
  huge: msg`This picture is too large. Choose one of at most 20 MB and 50 million pixels.`,
}
/** Why something that was shared to the console is not in the message. */
export const SHARE_PROBLEMS: Record<ShareProblem, MessageDescriptor> = {
  huge: msg`A picture you shared is too large and was left out. It may have at most 20 MB.`,
  unreadable: msg`A file you shared is no picture and was left out.`,
  many: msg`A message can have at most 4 pictures. The others were left out.`,
}
const TOO_MANY = msg`A message can have at most 4 pictures. The others were not added.`
const TOO_NARROW = msg`A long picture may be too small to read. Send it in a message of its own.`

/** The pictures of the message that is being written; each is made smaller on this device. */
export function useAttachments() {
  const [attached, setAttached] = useState<readonly Attachment[]>([])
  const [problem, setProblem] = useState<MessageDescriptor>()
  const [working, setWorking] = useState(0)
  const current = useRef(attached)
  const taken = useRef(0)
  const show = (next: readonly Attachment[]) => {
    current.current = next
    setAttached(next)
  }
  const hasSome = attached.length + working > 0
  // A new version does not load meanwhile: people leave to make the next picture.
  useEffect(() => (hasSome ? noteUnsent() : undefined), [hasSome])
  useEffect(() => () => current.current.forEach(({ url }) => URL.revokeObjectURL(url)), [])

  const add = async (files: readonly File[]) => {
    const some = files.slice(0, Math.max(0, MAX_PICTURES - taken.current))
    setProblem(some.length < files.length ? TOO_MANY : undefined)
    taken.current += some.length
    setWorking((before) => before + some.length)
    for (const file of some) {
      let granted = 1
      try {
        const { shrunk } = await import('./shrunk.ts')
        const blobs = await shrunk(file, (wanted) => {
          granted = Math.min(wanted, 1 + MAX_PICTURES - taken.current)
          taken.current += granted - 1
          if (granted < wanted) setProblem(TOO_NARROW)
          return granted
        })
        const pieces = blobs.map((blob) => ({
          id: newUuid(),
          blob,
          url: URL.createObjectURL(blob),
        }))
        show([...current.current, ...pieces])
      } catch (error) {
        taken.current -= granted
        const why = (error as { problem?: string }).problem ?? 'unreadable'
        setProblem(PROBLEMS[why] ?? PROBLEMS.unreadable)
      } finally {
        setWorking((before) => before - 1)
      }
    }
  }
  const drop = (which: (one: Attachment) => boolean) => {
    const gone = current.current.filter(which)
    for (const { url } of gone) URL.revokeObjectURL(url)
    taken.current -= gone.length
    show(current.current.filter((one) => !gone.includes(one)))
    setProblem(undefined)
  }
  return {
    attached,
    problem,
    isWorking: working > 0,
    add,
    remove: (id: string) => drop((one) => one.id === id),
    clear: () => drop(() => true),
  }
}
