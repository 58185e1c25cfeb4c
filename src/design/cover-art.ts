/**
 * A course's poster, generated from its code: no photograph, no network, about 1 KB when compressed.
 * The same seed always gives the same picture; the hashes in the test check it.
 */
import { type InkName, MOTIFS, type MotifName, type Paint } from './cover-motifs.ts'
import { type Hex, oklch } from './tokens.ts'

const POSTER = { width: 1200, height: 750 } as const

/** Degrees on the hue wheel from the course's hue to the second and third colour. */
const COLOUR_SCHEMES = [
  [38, 200],
  [-42, 165],
  [60, 180],
  [95, 215],
  [-30, 120],
] as const

/** Colour schemes excluded for a range of hues, judged by eye: olive with lilac, mustard with mint, brown with mauve. */
const EXCLUDED_SCHEMES: readonly { from: number; to: number; schemes: readonly number[] }[] = [
  { from: 355, to: 360, schemes: [4] },
  { from: 0, to: 15, schemes: [4] },
  { from: 50, to: 130, schemes: [0, 2, 3] },
  { from: 130, to: 165, schemes: [1, 3] },
  { from: 165, to: 205, schemes: [3] },
  { from: 205, to: 250, schemes: [0, 2, 3] },
  { from: 250, to: 280, schemes: [0, 2] },
  { from: 280, to: 310, schemes: [1, 2] },
  { from: 310, to: 345, schemes: [1, 4] },
]

/** Motifs that draw the deep colour on the bare background. In dark mode that colour becomes pale, so that it stays visible. */
const BACKGROUND_MOTIFS: ReadonlySet<MotifName> = new Set(['discs', 'ribbons', 'signal'])

type Palette = Record<Exclude<InkName, 'paper'>, Hex> & { background: Hex; darkBackground: Hex }

/**
 * The poster as a complete SVG file of 1200 × 750 for `<img>`. Its background follows the reader's light or dark mode.
 *
 * @param seed usually the course's code and a number; each seed gives another picture
 * @param hue the course's hue, in degrees on the OKLCH wheel
 */
export function coverArt(seed: string, { hue, motif }: { hue: number; motif: MotifName }): string {
  const random = createRandom(hashSeed(seed))
  const palette = createPalette(hue, random)
  const drawing = MOTIFS[motif](random, createPaint(palette, BACKGROUND_MOTIFS.has(motif)), POSTER)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${POSTER.width} ${POSTER.height}"`,
    ` width="${POSTER.width}" height="${POSTER.height}" preserveAspectRatio="xMidYMid slice">`,
    `<style>${backgroundRules(palette, motif)}</style>`,
    `<rect width="${POSTER.width}" height="${POSTER.height}" class="art-paper"/>${drawing}</svg>`,
  ].join('')
}

/** FNV-1a, 32 bits. */
function hashSeed(seed: string): number {
  let hash = 2166136261
  for (const character of seed) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return hash >>> 0
}

/** mulberry32: numbers from 0 to below 1, the same on every machine. */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function createPalette(hue: number, random: () => number): Palette {
  const [second, third] = chooseScheme(hue, random())
  const rotateHue = (degrees: number) => (hue + degrees + 360) % 360
  return {
    background: oklch(0.945, 0.028, rotateHue(40)),
    darkBackground: oklch(0.235, 0.035, hue),
    deep: oklch(0.285, 0.075, hue),
    a: oklch(0.62, 0.175, hue),
    b: oklch(0.8, 0.15, rotateHue(second)),
    c: oklch(0.52, 0.14, rotateHue(third)),
    pale: oklch(0.895, 0.055, rotateHue(second)),
  }
}

/** The randomly chosen scheme when the hue allows it, else the next allowed one. */
function chooseScheme(hue: number, choice: number): (typeof COLOUR_SCHEMES)[number] {
  const excluded = EXCLUDED_SCHEMES.find(({ from, to }) => hue >= from && hue < to)?.schemes ?? []
  const first = Math.floor(choice * COLOUR_SCHEMES.length)
  const allowed = COLOUR_SCHEMES.map((_, step) => (first + step) % COLOUR_SCHEMES.length).find(
    (scheme) => !excluded.includes(scheme),
  )
  return COLOUR_SCHEMES[allowed ?? first]!
}

function createPaint(palette: Palette, isDeepAdaptive: boolean): Paint {
  return {
    fill: (spot) =>
      spot === 'paper'
        ? 'class="art-paper"'
        : spot === 'deep' && isDeepAdaptive
          ? 'class="art-deep"'
          : `fill="${palette[spot]}"`,
    stroke: (spot) =>
      spot === 'paper'
        ? 'class="art-cut"'
        : spot === 'deep' && isDeepAdaptive
          ? 'class="art-line"'
          : `stroke="${palette[spot]}"`,
  }
}

/** CSS rules for the colours that change in dark mode. All other colours are attributes. */
function backgroundRules({ background, darkBackground, deep, pale }: Palette, motif: MotifName): string {
  const rules = (background: Hex, ink: Hex) =>
    `.art-paper{fill:${background}}.art-cut{stroke:${background}}${BACKGROUND_MOTIFS.has(motif) ? `.art-deep{fill:${ink}}.art-line{stroke:${ink}}` : ''}`
  // The aperture covers the whole background, and its light centre stays light in dark mode.
  if (motif === 'aperture') return rules(background, deep)
  return `${rules(background, deep)}@media (prefers-color-scheme:dark){${rules(darkBackground, pale)}}`
}
