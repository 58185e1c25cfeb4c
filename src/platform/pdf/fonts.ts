/**
 * The fonts of PDF documents. Instrument Sans is the product's font. Noto Sans draws texts with characters that it
 * lacks (Vietnamese, Greek, Cyrillic, Devanagari). Characters in neither font are left out: documents replace texts in
 * other scripts before they are drawn (`toPrintable`).
 */
import { createRequire } from 'node:module'
import { type Font, type GlyphRun, openSync } from 'fontkit'
import { LRUCache } from 'lru-cache'

/** `display`: for titles. */
export type Weight = 'regular' | 'strong' | 'display'
/** A text and the font that can draw it. */
export type FontChoice = { text: string; file: string; font: Font }

type Face = { file: string; font: Font; canDraw: (text: string) => boolean }

const MAX_CACHED_WORDS = 2000

const require = createRequire(import.meta.url)

/** For each weight our own font, then the fallback. */
const FILES = {
  regular: [
    require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ],
  strong: [
    require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  ],
  display: [
    require.resolve('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  ],
} satisfies Record<Weight, [string, string]>

/** Fonts are loaded on demand and cached: loading a font takes longer than drawing a document. */
const faces = new Map<string, Face>()

export function chooseFont(input: string, weight: Weight): FontChoice {
  const text = input.normalize('NFC')
  const [ownFile, fallbackFile] = FILES[weight]
  const ownFace = getFace(ownFile)
  if (ownFace.canDraw(text)) return { ...ownFace, text }
  const fallbackFace = getFace(fallbackFile)
  return { ...fallbackFace, text: removeUndrawable(text, fallbackFace.canDraw) }
}

function getFace(file: string): Face {
  const face = faces.get(file) ?? loadFace(file)
  faces.set(file, face)
  return face
}

function loadFace(file: string): Face {
  const font = openSync(file)
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`not a single font: ${file}`)
  // A font keeps the characters of a glyph from the first request for it. If y were first used as a part of ỳ, y would
  // have no characters, and later documents could not be searched for it.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  const canDraw = (text: string) =>
    [...text].every((character) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return { file, font: cacheLayouts(font), canDraw: canDraw }
}

/**
 * Without ccmp, because Noto Sans would split ị into two glyphs, which breaks copying and searching. With tnum: figures
 * of equal width, to align in columns.
 */
const FEATURES = { ccmp: false, tnum: true }

/** Laying out words is most of the work of a document. Words repeat within and between documents. */
export function cacheLayouts(font: Font): Font {
  const runs = new LRUCache<string, GlyphRun>({ max: MAX_CACHED_WORDS })
  const layout: Font['layout'] = (text) => {
    const run = runs.get(text) ?? font.layout(text, FEATURES)
    runs.set(text, run)
    // Callers scale the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return Object.create(font, { layout: { value: layout } })
}

function removeUndrawable(text: string, canDraw: (text: string) => boolean): string {
  return [...new Intl.Segmenter('und').segment(text)]
    .map(({ segment }) => segment)
    .filter(canDraw)
    .join('')
}
