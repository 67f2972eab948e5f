import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const ICONS = [
  { file: 'icon-192.png', width: 192, masked: false },
  { file: 'icon-512.png', width: 512, masked: false },
  { file: 'icon-maskable-512.png', width: 512, masked: true },
  { file: 'apple-touch-icon.png', width: 180, masked: true },
]

const folder = `${import.meta.dirname}/../public`
const drawing = readFileSync(`${folder}/icon.svg`, 'utf8')

for (const { file, width, masked } of ICONS) {
  // Phones cut masked icons to their own shape, so the ground has to reach into the corners.
  const input = masked ? drawing.replace(/ rx="\d+"/, '') : drawing
  const options = ['--width', String(width), '--output', `${folder}/${file}`]
  const { error, status } = spawnSync('rsvg-convert', options, { input, stdio: ['pipe', 1, 2] })
  if (error) {
    console.log('rsvg-convert is not installed; the committed icons stay as they are')
    break
  }
  if (status !== 0) process.exit(status ?? 1)
}
