/** What a poster is drawn from, where the words that name its hue and motif are known. */
import { MOTIFS, type MotifName } from '#domain/cover-motifs.ts'
import { HUES, type HueName } from '#domain/tokens.ts'

export type Print = { seed: string; hue: number; motif: MotifName }

export function printOf(images: { seed: string; hue: string; motif: string }): Print | null {
  const { seed, hue, motif } = images
  return isHue(hue) && isMotif(motif) ? { seed, hue: HUES[hue], motif } : null
}

const isHue = (name: string): name is HueName => Object.hasOwn(HUES, name)
const isMotif = (name: string): name is MotifName => Object.hasOwn(MOTIFS, name)
