/** The design of a poster: its seed, hue and motif. */
import { coverArt } from './cover-art.ts'
import { MOTIFS, type MotifName } from './cover-motifs.ts'
import { HUES, type HueName } from './tokens.ts'

export type PosterDesign = { seed: string; hue: number; motif: MotifName }
/** A rectangle of a picture, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number }

const POSTER = { width: 1200, height: 750 } as const

export function getPosterDesign(images: { seed: string; hue: string; motif: string }): PosterDesign | null {
  const { seed, hue, motif } = images
  return isHue(hue) && isMotif(motif) ? { seed, hue: HUES[hue], motif } : null
}

/** Returns the poster as a data URL, so that the first view needs no second request. About 1 KB compressed. */
export function createInlinePoster(images: { poster: string; seed: string; hue: string; motif: string }): string {
  const design = getPosterDesign(images)
  return design ? `data:image/svg+xml,${encodeURIComponent(coverArt(design.seed, design))}` : images.poster
}

/** The poster as an SVG element that fills a tall box. The point `focal` percent from the left stays visible. */
export function cropPoster(design: PosterDesign, focal: number, { x, y, width, height }: Box): string {
  const visibleWidth = (width / height) * POSTER.height
  const left = ((POSTER.width - visibleWidth) * focal) / 100
  const art = coverArt(design.seed, design)
  const content = art.slice(art.indexOf('>') + 1)
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${left} 0 ${visibleWidth} ${POSTER.height}">${content}`
}

const isHue = (name: string): name is HueName => Object.hasOwn(HUES, name)
const isMotif = (name: string): name is MotifName => Object.hasOwn(MOTIFS, name)
