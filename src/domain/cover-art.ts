/**
 * A course's own poster, drawn from its code: no photograph, no network, about 1 KB when compressed.
 * The same seed gives the same picture for ever; the hashes in the test hold us to it.
 */
import { MOTIFS, type MotifName, type Paint, type Spot } from './cover-motifs.ts'
import { type Hex, oklch } from './tokens.ts'

const POSTER = { width: 1200, height: 750 } as const

/** How far round the wheel the second and third ink stand from the course's own hue, in degrees. */
const WHEELS = [
  [38, 200],
  [-42, 165],
  [60, 180],
  [95, 215],
  [-30, 120],
] as const

/** Wheels refused for a range of hues, each looked at: olive beside lilac, mustard beside mint, brown beside mauve. */
const REFUSED_WHEELS: readonly { from: number; to: number; wheels: readonly number[] }[] = [
  { from: 355, to: 360, wheels: [4] },
  { from: 0, to: 15, wheels: [4] },
  { from: 50, to: 130, wheels: [0, 2, 3] },
  { from: 130, to: 165, wheels: [1, 3] },
  { from: 165, to: 205, wheels: [3] },
  { from: 205, to: 250, wheels: [0, 2, 3] },
  { from: 250, to: 280, wheels: [0, 2] },
  { from: 280, to: 310, wheels: [1, 2] },
  { from: 310, to: 345, wheels: [1, 4] },
]

/** Motifs in which the deep ink stands on bare paper: on dark paper it has to turn pale to be seen. */
const ON_PAPER: ReadonlySet<MotifName> = new Set(['discs', 'ribbons', 'signal'])

type Palette = Record<Exclude<Spot, 'paper'>, Hex> & { paper: Hex; darkPaper: Hex }

/**
 * The poster as a whole SVG file of 1200 × 750, to be shown by `<img>`: its paper follows the
 * reader's light or dark.
 *
 * @param seed usually the course's code and a number; each seed is another picture
 * @param hue the course's own, in degrees on the OKLCH wheel
 */
export function coverArt(seed: string, { hue, motif }: { hue: number; motif: MotifName }): string {
  const random = randomFrom(hashOf(seed))
  const palette = paletteOf(hue, random)
  const drawing = MOTIFS[motif](random, paintOf(palette, ON_PAPER.has(motif)), POSTER)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${POSTER.width} ${POSTER.height}"`,
    ` width="${POSTER.width}" height="${POSTER.height}" preserveAspectRatio="xMidYMid slice">`,
    `<style>${paperRules(palette, motif)}</style>`,
    `<rect width="${POSTER.width}" height="${POSTER.height}" class="art-paper"/>${drawing}</svg>`,
  ].join('')
}

/** FNV-1a, 32 bits. */
function hashOf(seed: string): number {
  let hash = 2166136261
  for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return hash >>> 0
}

/** mulberry32: numbers from 0 to below 1, the same ones on every machine. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function paletteOf(hue: number, random: () => number): Palette {
  const [second, third] = wheelFor(hue, random())
  const turned = (degrees: number) => (hue + degrees + 360) % 360
  return {
    paper: oklch(0.945, 0.028, turned(40)),
    darkPaper: oklch(0.235, 0.035, hue),
    deep: oklch(0.285, 0.075, hue),
    a: oklch(0.62, 0.175, hue),
    b: oklch(0.8, 0.15, turned(second)),
    c: oklch(0.52, 0.14, turned(third)),
    pale: oklch(0.895, 0.055, turned(second)),
  }
}

/** The drawn wheel where it suits the hue, else the next one that does. */
function wheelFor(hue: number, drawn: number): (typeof WHEELS)[number] {
  const refused = REFUSED_WHEELS.find(({ from, to }) => hue >= from && hue < to)?.wheels ?? []
  const first = Math.floor(drawn * WHEELS.length)
  const allowed = WHEELS.map((_, step) => (first + step) % WHEELS.length).find((wheel) => !refused.includes(wheel))
  return WHEELS[allowed ?? first]!
}

function paintOf(palette: Palette, deepTurns: boolean): Paint {
  return {
    fill: (spot) =>
      spot === 'paper'
        ? 'class="art-paper"'
        : spot === 'deep' && deepTurns
          ? 'class="art-deep"'
          : `fill="${palette[spot]}"`,
    stroke: (spot) =>
      spot === 'paper'
        ? 'class="art-cut"'
        : spot === 'deep' && deepTurns
          ? 'class="art-line"'
          : `stroke="${palette[spot]}"`,
  }
}

/** Only what changes with the reader's light or dark is a rule; everything else is an attribute. */
function paperRules({ paper, darkPaper, deep, pale }: Palette, motif: MotifName): string {
  const rules = (sheet: Hex, ink: Hex) =>
    `.art-paper{fill:${sheet}}.art-cut{stroke:${sheet}}${ON_PAPER.has(motif) ? `.art-deep{fill:${ink}}.art-line{stroke:${ink}}` : ''}`
  // The aperture fills its own sheet: its paper is the light in the middle, and stays light.
  if (motif === 'aperture') return rules(paper, deep)
  return `${rules(paper, deep)}@media (prefers-color-scheme:dark){${rules(darkPaper, pale)}}`
}
