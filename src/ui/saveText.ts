/** Hands a text to the person as a file of this name; spreadsheets need the mark to read UTF-8. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  const marked = type === 'text/csv' && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  const url = URL.createObjectURL(new Blob([marked], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the file only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
