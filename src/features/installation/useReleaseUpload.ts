import type { MessageDescriptor } from '@lingui/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { newUpload, sendPieces } from '#api/pieces.ts'
import { explain } from '#api/refusals.ts'
import { uploadReleaseRefusals } from './messages.ts'
import { getUpgrade, uploadRelease } from './operations.ts'

/** What is sent: its files, which of them it is at, and how much of that is there, bytes. */
export type Sending = { files: readonly File[]; at: number; upload: string; sent: number }

/** Sends the files of a release, one after the other, and goes on where it stopped. */
export function useReleaseUpload() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(uploadRelease)
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<MessageDescriptor>()
  /** The sending that goes on; another one, or none, stops it. */
  const current = useRef<object>(undefined)
  useEffect(() => () => void (current.current = undefined), [])

  const send = async ({ files, ...begun }: Sending) => {
    const mine = {}
    current.current = mine
    const isStopped = () => current.current !== mine
    setProblem(undefined)
    try {
      let { at, upload, sent } = begun
      for (; at < files.length; at += 1) {
        const [file, now] = [files[at]!, { files, at, upload }]
        const isWhole = await sendPieces(file, {
          upload,
          from: sent,
          isStopped,
          onSent: (from) => setSending({ ...now, sent: from }),
          send: (piece) => mutateAsync({ name: file.name, ...piece }),
        })
        if (!isWhole) return
        ;[upload, sent] = [newUpload(), 0]
      }
      setSending(undefined)
      await queryClient.invalidateQueries(getUpgrade())
    } catch (error) {
      if (isStopped()) return
      setProblem(
        error instanceof ApiError
          ? explain(error, uploadReleaseRefusals)
          : uploadReleaseRefusals.otherwise,
      )
    }
  }
  return {
    sending,
    problem,
    begin(chosen: readonly File[]) {
      // Until the large one has come nothing is said of what lies beside it.
      const files = chosen.toSorted((a, b) => a.size - b.size)
      void send({ files, at: 0, upload: newUpload(), sent: 0 })
    },
    goOn: () => void (sending && send(sending)),
    cancel() {
      current.current = undefined
      setSending(undefined)
      setProblem(undefined)
    },
  }
}
