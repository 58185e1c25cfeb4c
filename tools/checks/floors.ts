/** The areas of `src`: the allowed imports and libraries. ARCHITECTURE.md shows the same list. */
import { dirname, join, normalize } from 'node:path'

/** Path below src → file text. */
export type Tree = ReadonlyMap<string, string>

/** Highest first. A file may import its own area and every lower one. Two areas of one line do not know each other. */
const AREAS = [
  ['app'],
  ['screens'],
  ['sell'],
  ['learn'],
  ['catalogue'],
  ['media'],
  ['people'],
  ['sandbox'],
  ['http', 'ui'],
  ['platform'],
  ['domain', 'design'],
  ['config'],
]

/** Areas whose folders are features. `media` is one feature. */
const OF_FEATURES = ['screens', 'sell', 'learn', 'catalogue', 'people']

/** Libraries that `domain` may use: they only compute. */
const PURE = ['entities', 'countries-list', 'culori', 'dinero.js', 'libphonenumber-js/max']

/** Libraries that reach outside. Only `platform` may import them. */
const VENDORS = [
  'pg',
  'pg-copy-streams',
  'pg-boss',
  'pino',
  'nodemailer',
  'pdfkit',
  'unpdf',
  'fontkit',
  'maxmind',
  'rate-limiter-flexible',
  'stripe',
  'file-type',
  'sharp',
  'tar-stream',
  'age-encryption',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
]

/** `sell/checkout/api.ts` → `sell`. The files that React Router looks for in `src` belong to `app`. */
export function getArea(file: string): string {
  const [area, below] = file.split('/')
  return below === undefined ? 'app' : area!
}

/** The folder whose files name each other relatively: `sell/checkout/api.ts` → `sell/checkout`, `http/parse.ts` → `http`. */
export function getModule(file: string): string {
  const area = getArea(file)
  return OF_FEATURES.includes(area) ? file.split('/').slice(0, 2).join('/') : area
}

/** Whether the module is a feature, which has private parts and owns tables. */
export const isFeature = (module: string): boolean => module === 'media' || module.includes('/')

/** 0 is the highest. -1: no area. @param path of a file or a module */
export function getRank(path: string): number {
  const [area] = path.split('/')
  return AREAS.findIndex((line) => line.includes(area!))
}

export type Import = { from: string; spec: string; target: string | null }

const IMPORT =
  /(?:^|[;\n])\s*(?:(?:import|export)\b[^'"`;=()]*?\bfrom|import)\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Includes type-only imports, because a type is a dependency too. */
export function listImports(tree: Tree, file: string): Import[] {
  const text = withoutComments(tree.get(file) ?? '')
  const matches = text.matchAll(IMPORT)
  return [...matches].map(([, staticSpec, dynamic]) => {
    const spec = staticSpec ?? dynamic ?? ''
    return { from: file, spec, target: resolveTarget(file, spec) }
  })
}

function resolveTarget(file: string, spec: string): string | null {
  if (spec.startsWith('#')) return spec.slice(1)
  return spec.startsWith('.') ? normalize(join(dirname(file), spec)) : null
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

export function isPure(spec: string): boolean {
  return PURE.includes(spec)
}

export function isVendor(spec: string): boolean {
  return VENDORS.includes(spec)
}
