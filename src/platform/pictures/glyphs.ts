/**
 * Texts as SVG paths, so that a picture looks the same without installed fonts. Each word uses the first font that has
 * all of it, else each character the first font that has it. A character in no font is left out.
 */
import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

export type Face = 'display' | 'text'
/** A line: its text, its path, which starts at 0 on the baseline, and its width in pixels. */
export type Line = { text: string; path: string; width: number }
/** A part of a text, and the font that draws it. */
export type TextRun = { file: string; font: Font; text: string }
type LoadedFont = Omit<TextRun, 'text'>

const require = createRequire(import.meta.url)
const NOTO = require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')
const FILES: Record<Face, string[]> = {
  display: [require.resolve('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'), NOTO],
  text: [require.resolve('@expo-google-fonts/instrument-sans/500Medium/InstrumentSans_500Medium.ttf'), NOTO],
}
const loadedFonts = new Map<Face, LoadedFont[]>()

/** @param size in pixels */
export function createLine(text: string, face: Face, size: number): Line {
  let x = 0
  let path = ''
  for (const { font, text: piece } of splitByFont(text, face)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, -yOffset * scale)
        .toSVG()
      x += xAdvance * scale
    }
  }
  return { text, path, width: x }
}

/** Breaks the text into as few lines of at most `width` pixels as possible, of about equal length. */
export function breakIntoLines(text: string, face: Face, size: number, width: number): Line[] {
  const words = text.split(/\s+/).filter(Boolean)
  const measured = new Map<string, Line>()
  const measure = (line: string) => {
    const known = measured.get(line) ?? createLine(line, face, size)
    measured.set(line, known)
    return known
  }
  let lines = breakLines(words, width, measure)
  for (let narrower = width * NARROWER; narrower > width / 2; narrower *= NARROWER) {
    const tighter = breakLines(words, narrower, measure)
    if (tighter.length > lines.length || tighter.some((line) => measure(line).width > width)) break
    lines = tighter
  }
  return lines.map(measure)
}

const NARROWER = 0.95

/** Breaks between words. A word that is longer than a line gets its own line. */
function breakLines(words: readonly string[], width: number, measure: (line: string) => Line): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && measure(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/**
 * The text as our fonts can draw it. Emoji and other signs without a glyph are left out. If a letter or a digit has no
 * glyph, or nothing is left, the plainer text stands for the whole one.
 */
export function toPrintable(text: string, plainer: string, face: Face = 'text'): string {
  const lines = text.normalize('NFC').split(/\r?\n/)
  if (lines.every((line) => canDraw(line, face))) return lines.join('\n')
  const graphemes = [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment)
  if (graphemes.some((grapheme) => LETTER_OR_DIGIT.test(grapheme) && !canDraw(grapheme, face))) return plainer
  const shown = graphemes.filter((grapheme) => /\s/.test(grapheme) || canDraw(grapheme, face)).join('')
  const shownLines = shown.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return LETTER_OR_DIGIT.test(shown) ? shownLines.join('\n') : plainer
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Whether the fonts have every character of the text. */
function canDraw(text: string, face: Face): boolean {
  return [...text.normalize('NFC')].every((character) => getFonts(face).some(({ font }) => hasAll(font, character)))
}

export function splitByFont(text: string, face: Face): TextRun[] {
  const fonts = getFonts(face)
  const parts: TextRun[] = []
  for (const word of text.normalize('NFC').split(/(?<= )/)) {
    const whole = fonts.find(({ font }) => hasAll(font, word))
    for (const piece of whole ? [word] : word) {
      const loaded = whole ?? fonts.find(({ font }) => hasAll(font, piece))
      const last = parts.at(-1)
      if (!loaded) continue
      if (last?.file === loaded.file) last.text += piece
      else parts.push({ ...loaded, text: piece })
    }
  }
  return parts
}

const hasAll = (font: Font, text: string) =>
  [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!))

function getFonts(face: Face): LoadedFont[] {
  const known = loadedFonts.get(face)
  if (known) return known
  const fonts = FILES[face].map((file) => {
    const font = openSync(file)
    if (!('layout' in font)) throw new TypeError(`not a single font: ${file}`)
    return { file, font }
  })
  loadedFonts.set(face, fonts)
  return fonts
}
