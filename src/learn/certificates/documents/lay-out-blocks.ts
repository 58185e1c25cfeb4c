/** Places blocks of text below each other, as large as the space allows. */
import type { Shape } from '#platform/pictures/drawing.ts'
import { breakIntoLines, type Face } from '#platform/pictures/glyphs.ts'

export type Block = {
  text: string
  face: Face
  /** Tried in this order; the last one is reduced until the text fits. */
  sizes: readonly number[]
  /** The height of a line as a multiple of its size. */
  leading: number
  width: number
  /** The most lines. Without it, as many as the text needs. */
  lines?: number
  fill: string
}

/** `align`: where the blocks stand if the space is higher than they are. */
export type Space = { x: number; top: number; bottom: number; gap: number; align?: 'middle' | 'end' }

type Fitted = { block: Block; size: number; lines: string[] }

/** Below this a text cannot be read in print. */
const SMALLEST = 0.4
const REDUCTION = 0.92
/** The part of a line's height above its baseline. */
const ASCENT = 0.78

export function layOutBlocks(blocks: readonly Block[], space: Space): Shape[] {
  const filled = blocks.filter(({ text }) => text.trim() !== '')
  for (let scale = 1; ; scale *= REDUCTION) {
    const fitted = filled.map((block) => fitBlock(block, scale))
    const gap = space.gap * scale
    const height =
      fitted.reduce((sum, { block, size, lines }) => sum + lines.length * size * block.leading, -gap) +
      gap * fitted.length
    if (height <= space.bottom - space.top || scale < SMALLEST) return placeBlocks(fitted, gap, height, space)
  }
}

function fitBlock(block: Block, scale: number): Fitted {
  for (const size of block.sizes) {
    const fitted = tryToFit(block, size * scale)
    if (fitted) return fitted
  }
  for (let size = block.sizes.at(-1)! * scale; ; size *= REDUCTION) {
    const fitted = tryToFit(block, size)
    if (fitted) return fitted
  }
}

/** Null if the text needs more lines, or has a word that is longer than a line. */
function tryToFit(block: Block, size: number): Fitted | null {
  const { text, face, width, lines: most = Number.POSITIVE_INFINITY } = block
  const lines = breakIntoLines(text, face, size, width)
  const fits = lines.length <= most && lines.every((line) => line.width <= width)
  return fits ? { block, size, lines: lines.map((line) => line.text) } : null
}

function placeBlocks(fitted: readonly Fitted[], gap: number, height: number, space: Space): Shape[] {
  const spare = Math.max(0, space.bottom - space.top - height)
  let top = space.top + (space.align === 'end' ? spare : spare / 2)
  return fitted.flatMap(({ block: { face, fill, leading }, size, lines }) => {
    const lineHeight = size * leading
    const shapes = lines.map((text, index): Shape => {
      const y = top + index * lineHeight + (lineHeight - size) / 2 + size * ASCENT
      return { is: 'text', text, face, size, x: space.x, y, fill }
    })
    top += lines.length * lineHeight + gap
    return shapes
  })
}
