/** What a poster is drawn from, where the words that name its hue and motif are known. */
import { coverArt } from '#domain/cover-art.ts'
import { MOTIFS, type MotifName } from '#domain/cover-motifs.ts'
import { HUES, type HueName } from '#domain/tokens.ts'

export type Print = { seed: string; hue: number; motif: MotifName }

export function printOf(images: { seed: string; hue: string; motif: string }): Print | null {
  const { seed, hue, motif } = images
  return isHue(hue) && isMotif(motif) ? { seed, hue: HUES[hue], motif } : null
}

/** The poster as an address that holds it: a page that opens with it waits for no second answer. About 1 KB compressed. */
export function heldPoster(images: { poster: string; seed: string; hue: string; motif: string }): string {
  const print = printOf(images)
  return print ? `data:image/svg+xml,${encodeURIComponent(coverArt(print.seed, print))}` : images.poster
}

const isHue = (name: string): name is HueName => Object.hasOwn(HUES, name)
const isMotif = (name: string): name is MotifName => Object.hasOwn(MOTIFS, name)
