/** The architecture's layers ("floors"): the allowed imports and libraries. ARCHITECTURE.md shows the same picture. */
import { dirname, join, normalize } from 'node:path'

/** Path below src → file text. */
export type Tree = ReadonlyMap<string, string>

/** Highest layer first. A file may import its own folder and every lower layer. */
const FLOORS = [
  ['(top)'],
  ['hosts'],
  ['features/admin', 'features/studio'],
  ['features/storefront', 'features/portal'],
  ['features/checkout'],
  ['features/payments'],
  ['features/documents', 'features/referrals'],
  ['features/refunds'],
  ['features/live', 'features/course-media'],
  ['features/lessons'],
  ['features/certificates'],
  ['features/orders', 'features/waitlist', 'features/interests'],
  [
    'features/enrolments',
    'features/leads',
    'features/curriculum',
    'features/gift-cards',
    'features/support',
    'features/app-shell',
    'features/roles',
  ],
  ['features/catalog', 'features/accounts', 'features/ledger'],
  ['features/media'],
  ['features/mailing', 'features/consent', 'features/personal-data', 'features/audit-log'],
  ['http', 'ui'],
  ['platform'],
  ['site-routes'],
  ['config', 'domain', 'design'],
]

/** Libraries that `domain` may use: they only compute. */
const PURE = ['entities', 'countries-list', 'culori', 'dinero.js', 'libphonenumber-js/max']

/** Libraries that reach outside. Only `platform` may import them. */
const VENDORS = [
  'pg',
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
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
]

/** `features/checkout/api.ts` → `features/checkout`; `config-identity.ts` → `config`; `main.ts` → `(top)`. */
export function getModule(file: string): string {
  const [first, second] = file.split('/')
  if (second === undefined) return /^(config|site-routes)(?=[-.])/.exec(file)?.[1] ?? '(top)'
  return first === 'features' ? `features/${second}` : first!
}

export function getFloor(module: string): number {
  return FLOORS.findIndex((floor) => floor.includes(module))
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
