/** Draws the picture of the lesson NG `phone-ready`: the course's art on a phone, with the grid of its camera. */
import { Resvg } from '@resvg/resvg-js'
import { coverArt } from '#design/cover-art.ts'
import type { PosterDesign } from '#design/poster-design.ts'

const SIZE = { width: 960, height: 540 }
const EDGE = 36
const SCREEN = { x: 84, y: 60, width: 792, height: 420 }

/** PNG. */
export function drawGridPicture(design: PosterDesign): Buffer {
  const { x, y, width, height } = SCREEN
  const art = coverArt(design.seed, design)
  const content = art.slice(art.indexOf('>') + 1)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#f3efe6"/>`,
    `<rect x="${EDGE}" y="${EDGE}" width="${SIZE.width - 2 * EDGE}" height="${SIZE.height - 2 * EDGE}" rx="44" fill="#171b1a"/>`,
    `<svg ${formatBox(SCREEN)} viewBox="0 0 1200 636" preserveAspectRatio="xMidYMid slice">${content}`,
    '<g stroke="#fff" stroke-width="2" opacity="0.85">',
    ...[1, 2].map((part) => drawLine(x + (width * part) / 3, y, x + (width * part) / 3, y + height)),
    ...[1, 2].map((part) => drawLine(x, y + (height * part) / 3, x + width, y + (height * part) / 3)),
    '</g></svg>',
  ]
  return new Resvg(svg.join(''), { font: { loadSystemFonts: false } }).render().asPng()
}

const formatBox = ({ x, y, width, height }: typeof SCREEN) => `x="${x}" y="${y}" width="${width}" height="${height}"`
const drawLine = (x1: number, y1: number, x2: number, y2: number) => `<path d="M${x1} ${y1}L${x2} ${y2}"/>`
