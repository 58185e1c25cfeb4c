/** Pictures of the house itself, drawn as the posters are: three prints of one course, and a film's still. */
import { HUES } from '#domain/tokens.ts'
import type { Print } from './poster-print.ts'

export const HOUSE_ART: Readonly<Record<string, Print>> = {
  'print-1': { seed: 'NG-3', hue: HUES.vermilion, motif: 'ribbons' },
  'print-2': { seed: 'NG-2', hue: HUES.vermilion, motif: 'contour' },
  'print-3': { seed: 'NG-6', hue: HUES.vermilion, motif: 'aperture' },
  still: { seed: 'RAIN-2', hue: HUES.cobalt, motif: 'strata' },
}
