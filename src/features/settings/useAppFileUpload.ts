import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { newUpload, sendPieces } from '#api/pieces.ts'
import { explain } from '#api/refusals.ts'
import { APP_FILE_NAME, MAX_APP_FILE_BYTES } from '#rules/appFiles.ts'
import { uploadAppFileRefusals } from './messages.ts'
import { listAppFiles, uploadAppFile } from './operations.ts'

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
      const isWhole = await sendPieces(file, {
        upload: id,
        from: sent,
        isStopped: () => current.current !== id,
        onSent: (from) => setUpload({ file, name, id, sent: from }),
        send: (piece) => mutateAsync({ name, ...piece }),
      })
      if (!isWhole) return
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
      else void send({ file, name, id: newUpload(), sent: 0 })
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
