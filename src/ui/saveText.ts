import { saveFile } from './saveFile.ts'

/** Hands a text to the person as a file of this name; spreadsheets need the mark to read UTF-8. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  const marked = type === 'text/csv' && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  saveFile(name, new Blob([marked], { type: `${type};charset=utf-8` }))
}
