/** The architecture as a program: who may import whom, and what may stand where. ARCHITECTURE.md shows the same picture. */
import { dirname, join, normalize } from 'node:path'

/** Path below src → text. */
export type Tree = ReadonlyMap<string, string>

/** Top floor first. A file may import its own folder and every floor below its own. */
const FLOORS = [
  ['(top)'],
  ['hosts'],
  ['features/admin'],
  ['features/storefront', 'features/portal'],
  ['features/checkout'],
  ['features/enrolments', 'features/leads', 'features/gift-cards', 'features/support'],
  ['features/catalog', 'features/accounts', 'features/ledger'],
  ['features/mailing', 'features/consent', 'features/personal-data', 'features/audit-log'],
  ['http', 'ui'],
  ['platform'],
  ['config', 'domain'],
]

/** What `domain` may use besides itself: libraries that only compute. */
const PURE = ['countries-list', 'culori', 'dinero.js', 'libphonenumber-js/max']

/** Who speaks to the outside for us. Only `platform` knows them. */
const VENDORS = [
  'pg',
  'pg-boss',
  'pino',
  'nodemailer',
  'pdfkit',
  'fontkit',
  'maxmind',
  'rate-limiter-flexible',
  'stripe',
]

/** `features/checkout/api.ts` → `features/checkout`; `config-identity.ts` → `config`; `main.ts` → `(top)`. */
export function moduleOf(file: string): string {
  const [first, second] = file.split('/')
  if (second === undefined) return /^config(-[\w-]+)?\.ts$/.test(file) ? 'config' : '(top)'
  return first === 'features' ? `features/${second}` : first!
}

export function floorOf(module: string): number {
  return FLOORS.findIndex((floor) => floor.includes(module))
}

export type Import = { from: string; spec: string; target: string | null }

const IMPORT =
  /(?:^|[;\n])\s*(?:(?:import|export)\b[^'"`;=()]*?\bfrom|import)\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Type-only imports count: a type is a dependency too. */
export function importsOf(tree: Tree, file: string): Import[] {
  const text = withoutComments(tree.get(file) ?? '')
  const found = text.matchAll(IMPORT)
  return [...found].map(([, still, dynamic]) => {
    const spec = still ?? dynamic ?? ''
    return { from: file, spec, target: targetOf(file, spec) }
  })
}

function targetOf(file: string, spec: string): string | null {
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
