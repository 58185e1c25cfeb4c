/** A QR code as an SVG path. A module is a square of 1 × 1. */
import { encode } from 'uqr'

export type QrCode = { path: string; size: number }

/** Level M restores 15 % of the code, as for one that is printed. */
export function createQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  return { path: data.map(drawRow).join(''), size }
}

/** Neighbouring dark modules are one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const bars = row
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g)
  return Array.from(bars, ({ index, 0: bar }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`).join('')
}
