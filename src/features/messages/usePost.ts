import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#api/client.ts'
import { outdate } from '#api/outdate.ts'
import { base64Of } from '#device/picture.ts'
import { newUuid } from '#rules/uuid.ts'
import type { Attachment } from './attachments.ts'

/** A message with pictures, as base64; `key` lets the server store it once. */
export type Post = { text: string; pictures: string[]; key: string; done?: number | undefined }

type Draft = { text: string; attached: readonly Attachment[]; done?: number | undefined }

/**
 * Sends a message with pictures. It does not wait on this device as text does: what fails stays in
 * the box, and sent again as it is, it has the same key.
 */
export function usePost(post: (message: Post) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const last = useRef({ content: '', key: '' })
  return useMutation<unknown, ApiError, Draft>({
    async mutationFn({ text, attached, done }) {
      const content = JSON.stringify([text, ...attached.map(({ id }) => id)])
      if (last.current.content !== content) last.current = { content, key: newUuid() }
      const pictures = await Promise.all(attached.map(({ blob }) => base64Of(blob)))
      await post({ text, pictures, key: last.current.key, done }).catch((error: unknown) => {
        // Under its key it is stored once, whatever became of the call.
        const isLost = error instanceof ApiError && error.reason === 'lost'
        throw isLost ? new ApiError(0, 'open') : error
      })
      await outdate(queryClient, 'sendMessage')
    },
  })
}
