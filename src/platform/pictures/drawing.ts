/** A drawing as a list of shapes, which a picture and a PDF show alike. Lengths are in the units of the drawing. */
import { createLine, type Face } from './glyphs.ts'

export type Shape =
  /** An SVG path, enlarged by `scale` and then moved to `x`, `y`. */
  | { is: 'path'; path: string; fill: string; x?: number; y?: number; scale?: number }
  /** One line. `y` is its baseline, and `x` its start, or the point that `align` names. */
  | {
      is: 'text'
      text: string
      face: Face
      size: number
      x: number
      y: number
      fill: string
      align?: 'centre' | 'right'
    }
  /** An SVG element that draws itself within the rectangle. */
  | { is: 'picture'; element: string; x: number; y: number; width: number; height: number }

export type Drawing = { width: number; height: number; shapes: readonly Shape[] }

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
/** The part of a line's width that is left of its `x`. */
export const ALIGNMENT = { centre: 0.5, right: 1 } as const

/** @param size in pixels. A part of the drawing beyond this shape is cut off at the right or below. */
export function toSvg({ width, height, shapes }: Drawing, size: { width: number; height: number }): string {
  return [
    `<svg ${XMLNS} width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin slice">`,
    ...shapes.map(toElement),
    '</svg>',
  ].join('')
}

/** One picture of a drawing as a file of its own. */
export function toPictureFile({ element, x, y, width, height }: Extract<Shape, { is: 'picture' }>): string {
  return `<svg ${XMLNS} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${element}</svg>`
}

function toElement(shape: Shape): string {
  if (shape.is === 'picture') return shape.element
  if (shape.is === 'path') {
    const { path, fill, x = 0, y = 0, scale = 1 } = shape
    return `<path transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" d="${path}"/>`
  }
  const { path, width } = createLine(shape.text, shape.face, shape.size)
  const x = shape.x - (shape.align ? width * ALIGNMENT[shape.align] : 0)
  return `<path transform="translate(${x} ${shape.y})" fill="${shape.fill}" d="${path}"/>`
}
