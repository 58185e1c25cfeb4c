/**
 * Texts as shapes for pictures: what a picture says looks the same wherever it is drawn, whatever fonts are
 * there. Each letter comes from the first font that has it; one that none has is left out.
 */
import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

export type Face = 'display' | 'text'
/** One line: its path, which begins at 0 on the baseline, and its width, in pixels. */
export type Line = { path: string; width: number }

const require = createRequire(import.meta.url)
const NOTO = require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')
const FILES: Record<Face, string[]> = {
  display: [require.resolve('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'), NOTO],
  text: [require.resolve('@expo-google-fonts/instrument-sans/500Medium/InstrumentSans_500Medium.ttf'), NOTO],
}
const opened = new Map<Face, Font[]>()

/** @param size in pixels */
export function lineOf(text: string, face: Face, size: number): Line {
  let x = 0
  let path = ''
  for (const { font, run } of runsOf(text.normalize('NFC'), fontsOf(face))) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, -yOffset * scale)
        .toSVG()
      x += xAdvance * scale
    }
  }
  return { path, width: x }
}

/** The text in as few lines of at most `width` pixels as it needs, about as long as each other. */
export function linesOf(text: string, face: Face, size: number, width: number): Line[] {
  const words = text.split(/\s+/).filter(Boolean)
  const measured = new Map<string, Line>()
  const measure = (line: string) => {
    const known = measured.get(line) ?? lineOf(line, face, size)
    measured.set(line, known)
    return known
  }
  let lines = broken(words, width, measure)
  for (let narrower = width * NARROWER; narrower > width / 2; narrower *= NARROWER) {
    const tighter = broken(words, narrower, measure)
    if (tighter.length > lines.length || tighter.some((line) => measure(line).width > width)) break
    lines = tighter
  }
  return lines.map(measure)
}

const NARROWER = 0.95

/** Broken between words; a word that is longer than a line has one of its own. */
function broken(words: readonly string[], width: number, measure: (line: string) => Line): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && measure(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function fontsOf(face: Face): Font[] {
  const known = opened.get(face)
  if (known) return known
  const fonts = FILES[face].map((file) => {
    const font = openSync(file)
    if (!('layout' in font)) throw new TypeError(`not a single font: ${file}`)
    return font
  })
  opened.set(face, fonts)
  return fonts
}

function runsOf(text: string, fonts: Font[]): { font: Font; run: string }[] {
  const runs: { font: Font; run: string }[] = []
  for (const letter of text) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(letter.codePointAt(0)!))
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.run += letter
    else runs.push({ font, run: letter })
  }
  return runs
}
