import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { APP_FILE_NAME, MAX_APP_FILE_BYTES } from '#rules/appFiles.ts'
import { uploadAppFileRefusals } from './messages.ts'
import { listAppFiles, uploadAppFile } from './operations.ts'

/** Bytes sent at a time: some seconds on a slow network. */
const PIECE_BYTES = 500_000
/** How often in a row the server may say that it has less than was sent. */
const MAX_STEPS_BACK = 3

type Upload = { file: File; name: string; id: string; sent: number }

/** Sends a file in pieces, and goes on where it stopped after a network that failed. */
export function useAppFileUpload() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(uploadAppFile)
  const [upload, setUpload] = useState<Upload>()
  const [problem, setProblem] = useState<MessageDescriptor>()
  /** The upload that goes on; another one, or none, stops it. */
  const current = useRef<string>(undefined)
  useEffect(() => () => void (current.current = undefined), [])

  const send = async ({ file, name, id, sent }: Upload) => {
    current.current = id
    setProblem(undefined)
    try {
      let back = 0
      for (let from = sent; from < file.size && current.current === id;) {
        setUpload({ file, name, id, sent: from })
        const data = await base64Of(file.slice(from, from + PIECE_BYTES))
        const { received } = await mutateAsync({ name, upload: id, from, size: file.size, data })
        back = received > from ? 0 : back + 1
        if (back > MAX_STEPS_BACK) throw new Error('the server keeps nothing of it')
        from = received
      }
      if (current.current !== id) return
      setUpload(undefined)
      await queryClient.invalidateQueries(listAppFiles())
    } catch (error) {
      if (current.current === id) setProblem(sentenceOf(error))
    } finally {
      if (current.current === id) current.current = undefined
    }
  }
  return {
    upload,
    problem,
    isPending: upload !== undefined && problem === undefined,
    begin(file: File) {
      const name = file.name.replaceAll(/[^\w.+-]+/g, '-')
      const isTooLarge = file.size > MAX_APP_FILE_BYTES
      setUpload(undefined)
      if (!APP_FILE_NAME.test(name) || file.size === 0)
        setProblem(uploadAppFileRefusals['wrong name'])
      else if (isTooLarge) setProblem(msg`The file is too large: at most 400 MB.`)
      else void send({ file, name, id: newId(), sent: 0 })
    },
    goOn: () => void (upload && send(upload)),
    cancel() {
      current.current = undefined
      setUpload(undefined)
      setProblem(undefined)
    },
  }
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError
    ? explain(error, uploadAppFileRefusals)
    : uploadAppFileRefusals.otherwise

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.readAsDataURL(piece)
  })
}
