import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { type PictureProblem, PictureRefused } from '#device/picture.ts'
import { storeStatus } from '#device/status.ts'
import { getStatus } from '#features/session/operations.ts'
import { brandPictures } from './brandPictures.ts'
import { editBrandRefusals, removeBrandRefusals } from './messages.ts'
import { editBrand, removeBrand } from './operations.ts'

const UNUSABLE: Record<PictureProblem, MessageDescriptor> = {
  unreadable: msg`This file cannot be read as a picture. Choose a PNG, JPEG, WebP or SVG file.`,
  huge: msg`This picture is too large. Choose one of at most 20 MB and 50 million pixels.`,
}

/** Replaces and removes the logo or the icon, which this console then shows at once. */
export function useBrandEditing(part: Schema<'BrandPart'>) {
  const [unusable, setUnusable] = useState<PictureProblem>()
  const edit = useMutation({ ...editBrand, onSuccess: showAtOnce })
  const remove = useMutation({ ...removeBrand, onSuccess: showAtOnce })

  const replace = async (file: File) => {
    setUnusable(undefined)
    edit.reset()
    remove.reset()
    try {
      edit.mutate({ part, pictures: await brandPictures(part, file) })
    } catch (error) {
      setUnusable(error instanceof PictureRefused ? error.problem : 'unreadable')
    }
  }
  const problem = unusable
    ? UNUSABLE[unusable]
    : (sentence(edit.error, editBrandRefusals) ?? sentence(remove.error, removeBrandRefusals))
  return {
    replace,
    remove: () => {
      setUnusable(undefined)
      edit.reset()
      remove.mutate(part)
    },
    isPending: edit.isPending || remove.isPending,
    problem,
  }
}

const sentence = (error: ApiError | null, refusals: Parameters<typeof explain>[1]) =>
  error ? explain(error, refusals) : undefined

async function showAtOnce() {
  const status = await getStatus().catch(() => undefined)
  if (status) storeStatus(status)
  // Browsers ask for an address they know only once a day.
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = `/favicon.svg?${status?.brand?.icon ?? ''}`
}
