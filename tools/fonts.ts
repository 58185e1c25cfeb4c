/**
 * The letters that pages come with: `src/ui/fonts.css` says which signs a file holds, and this takes them out of the
 * installed packages. Every weight stays: with fewer of them the letters of Bricolage become wider (its default is its
 * boldest), for a kilobyte less.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const SHEET = 'src/ui/fonts.css'
const PACKAGES: Record<string, string> = {
  'Bricolage Grotesque': 'bricolage-grotesque',
  'Instrument Sans': 'instrument-sans',
}
/** What a browser does unasked where a font can, and the figures of one width that our sheets ask for. */
const FEATURES = ['ccmp', 'kern', 'liga', 'mark', 'mkmk', 'tnum']

/** @returns every file by its path */
export async function makeFonts(): Promise<Record<string, Buffer>> {
  const made: Record<string, Buffer> = {}
  const faces = [...readFileSync(SHEET, 'utf8').matchAll(/@font-face \{(.+?)\n\}/gs)].map(([, face]) => face!)
  // Of two faces that name a sign the later one has it.
  const taken = new Set<string>()
  for (const face of faces.toReversed()) {
    const [, path] = /url\("(.+?)\?no-inline"\)/.exec(face) ?? []
    if (!path) continue
    const family = read(face, 'font-family').replaceAll('"', '')
    const signs = signsOf(read(face, 'unicode-range')).filter((sign) => !taken.has(family + sign))
    for (const sign of signs) taken.add(family + sign)
    made[join(dirname(SHEET), path)] = await makeFont(PACKAGES[family]!, signs.join(''))
  }
  return made
}

async function makeFont(name: string, signs: string): Promise<Buffer> {
  // The package keeps the Latin letters and the extended ones apart; no file of ours needs both.
  const part = signs.includes('\u2c60') || signs.includes('₱') ? 'latin-ext' : 'latin'
  const source = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`)
  return subsetFont(source, signs, { targetFormat: 'woff2', keepFeatures: FEATURES })
}

function read(face: string, property: string): string {
  const [, value] = new RegExp(`${property}:\\s*([^;]+);`).exec(face) ?? []
  if (!value) throw new Error(`${SHEET}: a face without ${property}`)
  return value
}

function signsOf(range: string): string[] {
  return range
    .split(',')
    .flatMap((part) => {
      const [from, to = from] = part.trim().replace('U+', '').split('-')
      const first = Number.parseInt(from!, 16)
      return Array.from({ length: Number.parseInt(to!, 16) - first + 1 }, (_, more) => first + more)
    })
    .map((sign) => String.fromCodePoint(sign))
}
