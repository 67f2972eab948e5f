/** A text's QR code as rows of squares, the dark ones true, for where it is drawn by hand. */
export async function qrSquares(text: string): Promise<boolean[][]> {
  const { default: QrCodeStyling } = await import('qr-code-styling')
  const code = new QrCodeStyling({
    type: 'svg',
    data: text,
    qrOptions: { errorCorrectionLevel: 'M' },
  })._qr
  if (!code) throw new Error('no code')
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at)
  return places.map((row) => places.map((column) => code.isDark(row, column)))
}
