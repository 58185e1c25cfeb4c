/** The design of a poster: its seed, hue and motif. */
import { coverArt } from '#design/cover-art.ts'
import { MOTIFS, type MotifName } from '#design/cover-motifs.ts'
import { HUES, type HueName } from '#design/tokens.ts'

export type PosterDesign = { seed: string; hue: number; motif: MotifName }

export function getPosterDesign(images: { seed: string; hue: string; motif: string }): PosterDesign | null {
  const { seed, hue, motif } = images
  return isHue(hue) && isMotif(motif) ? { seed, hue: HUES[hue], motif } : null
}

/** Returns the poster as a data URL, so that the first view needs no second request. About 1 KB compressed. */
export function createInlinePoster(images: { poster: string; seed: string; hue: string; motif: string }): string {
  const design = getPosterDesign(images)
  return design ? `data:image/svg+xml,${encodeURIComponent(coverArt(design.seed, design))}` : images.poster
}

const isHue = (name: string): name is HueName => Object.hasOwn(HUES, name)
const isMotif = (name: string): name is MotifName => Object.hasOwn(MOTIFS, name)
