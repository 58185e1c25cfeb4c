/**
 * Makes the font files: `src/ui/theme/fonts.css` lists the characters of each file, which are extracted from the installed
 * packages. All weights stay: without some, Bricolage's characters become wider (its default is the boldest), to save
 * one kilobyte.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const STYLESHEET = 'src/ui/theme/fonts.css'
const PACKAGES: Record<string, string> = {
  'Bricolage Grotesque': 'bricolage-grotesque',
  'Instrument Sans': 'instrument-sans',
}
/** Features that browsers apply by default, and the tabular figures that our stylesheets request. */
const FEATURES = ['ccmp', 'kern', 'liga', 'mark', 'mkmk', 'tnum']

/** @returns every file by its path */
export async function createFonts(): Promise<Record<string, Buffer>> {
  const fonts: Record<string, Buffer> = {}
  const faces = [...readFileSync(STYLESHEET, 'utf8').matchAll(/@font-face \{(.+?)\n\}/gs)].map(([, face]) => face!)
  // The later face wins if two faces have the same character.
  const assigned = new Set<string>()
  for (const face of faces.toReversed()) {
    const [, path] = /url\("(.+?)\?no-inline"\)/.exec(face) ?? []
    if (!path) continue
    const family = read(face, 'font-family').replaceAll('"', '')
    const characters = parseUnicodeRange(read(face, 'unicode-range')).filter(
      (character) => !assigned.has(family + character),
    )
    for (const character of characters) assigned.add(family + character)
    fonts[join(dirname(STYLESHEET), path)] = await createFont(PACKAGES[family]!, characters.join(''))
  }
  return fonts
}

async function createFont(name: string, characters: string): Promise<Buffer> {
  // The package separates Latin from extended Latin; none of our files needs both.
  const part = characters.includes('\u2c60') || characters.includes('₱') ? 'latin-ext' : 'latin'
  const source = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`)
  return subsetFont(source, characters, { targetFormat: 'woff2', keepFeatures: FEATURES })
}

function read(face: string, property: string): string {
  const [, value] = new RegExp(`${property}:\\s*([^;]+);`).exec(face) ?? []
  if (!value) throw new Error(`${STYLESHEET}: a face without ${property}`)
  return value
}

function parseUnicodeRange(range: string): string[] {
  return range
    .split(',')
    .flatMap((part) => {
      const [from, to = from] = part.trim().replace('U+', '').split('-')
      const first = Number.parseInt(from!, 16)
      return Array.from({ length: Number.parseInt(to!, 16) - first + 1 }, (_, more) => first + more)
    })
    .map((character) => String.fromCodePoint(character))
}
