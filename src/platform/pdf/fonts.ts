/**
 * The fonts of PDF documents. Instrument Sans is the product's; Noto Sans takes a text over that has letters
 * the house font lacks (Vietnamese, Greek, Cyrillic, Devanagari). What neither draws is shown as �, never an empty box.
 */
import { createRequire } from 'node:module'
import { type Font, type GlyphRun, openSync } from 'fontkit'
import { LRUCache } from 'lru-cache'

export type Weight = 'regular' | 'strong'
/** A text that a font can draw, and that font, by the name of its file. */
export type Setting = { text: string; file: string; font: Font }

type Face = { file: string; font: Font; draws: (text: string) => boolean }

const WORDS_KEPT = 2000

const require = createRequire(import.meta.url)

/** First the house's, then the wide one. */
const FILES = {
  regular: [
    require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ],
  strong: [
    require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  ],
} satisfies Record<Weight, [string, string]>

/** Read when a text first needs it, and kept: to read a font takes longer than to draw a document with it. */
const faces = new Map<string, Face>()

export function fontFor(given: string, weight: Weight): Setting {
  const text = given.normalize('NFC')
  const [own, wide] = FILES[weight]
  const house = faceOf(own)
  if (house.draws(text)) return { ...house, text }
  const other = faceOf(wide)
  return { ...other, text: drawable(text, other.draws) }
}

function faceOf(file: string): Face {
  const face = faces.get(file) ?? openFace(file)
  faces.set(file, face)
  return face
}

function openFace(file: string): Face {
  const font = openSync(file)
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`not a single font: ${file}`)
  const draws = (text: string) =>
    [...text].every((letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return { file, font: remembering(font), draws }
}

/**
 * Noto Sans would write ị as two glyphs, of which the second means nothing to whoever copies or searches the text;
 * composed letters need no composing (ccmp). Figures are of one width (tnum), to stand below each other.
 */
const FEATURES = { ccmp: false, tnum: true }

/** Setting words is most of the work of a document. Each word is set several times, and documents share words. */
function remembering(font: Font): Font {
  const runs = new LRUCache<string, GlyphRun>({ max: WORDS_KEPT })
  const layout: Font['layout'] = (text) => {
    const run = runs.get(text) ?? font.layout(text, FEATURES)
    runs.set(text, run)
    // Whoever asked scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return Object.create(font, { layout: { value: layout } })
}

/** One � stands for a whole run of letters that cannot be drawn. */
function drawable(text: string, draws: (text: string) => boolean): string {
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)]
  return letters
    .map(({ segment }) => (draws(segment) ? segment : '�'))
    .join('')
    .replace(/�+/g, '�')
}
