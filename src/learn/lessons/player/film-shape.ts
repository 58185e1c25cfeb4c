/** The shape of the box in which a film is shown. */
import type { CSSProperties } from 'react'

/** In pixels, as the film is shown. */
export type FilmShape = { width: number; height: number }

/** Width by height. Films that are this wide or wider, and those of an unknown shape, get a box of 16:9. */
const WIDE = 1.7
/** Narrower films are as wide as this, with room beside them: the controls need it. */
const NARROWEST = 0.5

/** The variables of a narrower box, such as that of a film that was taken with a phone. Undefined: 16:9. */
export function getFilmStyle(shape: FilmShape | null | undefined): CSSProperties | undefined {
  if (!shape) return undefined
  const ratio = shape.width / shape.height
  if (ratio >= WIDE) return undefined
  return { '--film-ratio': String(Math.max(NARROWEST, Number(ratio.toFixed(4)))) } as CSSProperties
}
