/**
 * The fonts that papers are set in. Instrument Sans is the house's; Noto Sans takes a text over that has letters
 * the house font lacks (Vietnamese, Greek, Cyrillic, Devanagari). What neither draws is shown as �, never an empty box.
 */
import { createRequire } from 'node:module'
import { openSync } from 'fontkit'

export type Weight = 'regular' | 'strong'
/** A text that a font can draw, and that font's file. */
export type Setting = { text: string; file: string }

type Face = { file: string; draws: (text: string) => boolean }

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

/** For one paper: a font is read when a text first needs it. */
export function openFonts(): (text: string, weight: Weight) => Setting {
  const faces = new Map<string, Face>()
  const faceOf = (file: string): Face => {
    const face = faces.get(file) ?? openFace(file)
    faces.set(file, face)
    return face
  }
  return (given, weight) => {
    const text = given.normalize('NFC')
    const [own, wide] = FILES[weight]
    const house = faceOf(own)
    if (house.draws(text)) return { text, file: house.file }
    const other = faceOf(wide)
    return { text: drawable(text, other.draws), file: other.file }
  }
}

function openFace(file: string): Face {
  const font = openSync(file)
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`not a single font: ${file}`)
  const draws = (text: string) =>
    [...text].every((letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return { file, draws }
}

/** One � stands for a whole run of letters that cannot be drawn. */
function drawable(text: string, draws: (text: string) => boolean): string {
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)]
  return letters
    .map(({ segment }) => (draws(segment) ? segment : '�'))
    .join('')
    .replace(/�+/g, '�')
}
