import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isEmbedded } from '../../database/database.ts'
import { MoveRefused } from './refused.ts'

/** The address of a database that an operator names: `postgres://…`, a file, or its folder. */
export function urlOf(text: string): string {
  if (!isEmbedded(text)) return text
  if (/^\w+:\/\//.test(text))
    throw new MoveRefused(`"${text}" is no database: give postgres://… or the name of a file.`)
  const path = resolve(text.replace(/^file:/, ''))
  const isFolder = /[\\/]$/.test(text) || (existsSync(path) && statSync(path).isDirectory())
  return `file:${isFolder ? join(path, 'sluice.db') : path}`
}

export const fileOf = (url: string) => url.replace(/^file:/, '')

/** The address of a database, for display: without a password. */
export function placeOf(url: string): string {
  if (isEmbedded(url)) return fileOf(url)
  if (!URL.canParse(url)) return 'the PostgreSQL named'
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
