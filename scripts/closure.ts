import type { Rolldown } from 'vite'

/** Files that hold the login screen or the frame around it, by the modules in them. */
export const FIRST_SCREEN = /[\\/]routes[\\/]home[\\/](route|login\.index)\.tsx/

/** The files of a bundle that hold a module of a name. Throws where none does: it was renamed. */
export function holding(bundle: Rolldown.OutputBundle, name: RegExp): Rolldown.OutputChunk[] {
  const found = chunksOf(bundle).filter(({ moduleIds }) => moduleIds.some((id) => name.test(id)))
  if (found.length === 0) throw new Error(`No file of the build holds a module like ${name}.`)
  return found
}

/** The files of code in a bundle. */
export function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk')
}

/** Names of the files, with all that they import before they run. */
export function closure(bundle: Rolldown.OutputBundle, of: Rolldown.OutputChunk[]): Set<string> {
  const found = new Set<string>()
  const collect = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) collect(bundle[name])
  }
  for (const chunk of of) collect(chunk)
  return found
}
