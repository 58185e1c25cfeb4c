/** Artwork of the site itself, drawn like the posters: three designs of one course, and a film still. */
import { HUES } from '#design/tokens.ts'
import type { PosterDesign } from './poster-design.ts'

export const SITE_ART: Readonly<Record<string, PosterDesign>> = {
  'print-1': { seed: 'NG-3', hue: HUES.vermilion, motif: 'ribbons' },
  'print-2': { seed: 'NG-2', hue: HUES.vermilion, motif: 'contour' },
  'print-3': { seed: 'NG-6', hue: HUES.vermilion, motif: 'aperture' },
  still: { seed: 'RAIN-2', hue: HUES.cobalt, motif: 'strata' },
}
