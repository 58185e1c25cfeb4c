/**
 * Gives the browser each endpoint without its schemas, because zod and the schemas would be most of a page's script.
 * A module of endpoints (`*\/wire.ts`, `wire/*.ts` of a feature) keeps only host, method, path and file of each endpoint. Any
 * other import of such a module fails the browser build.
 */
import { type ESTree, type Plugin, parseSync } from 'vite'

const WIRE = /\/src\/[\w-]+\/([\w-]+\/)?wire(\/[\w-]+)?\.ts$/
const ADDRESS_KEYS = new Set(['host', 'method', 'path', 'file'])
const REQUIRED_KEYS = 3

export const endpointAddresses: Plugin = {
  name: 'endpoint-addresses',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: WIRE, code: 'endpoint({' },
    handler: (code, id) => ({ code: keepAddresses(id, code), map: null }),
  },
}

export function keepAddresses(file: string, code: string): string {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  return program.body
    .flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration'
        ? node.declaration.declarations.flatMap((declarator) => describeAddress(declarator, code))
        : [],
    )
    .join('\n')
}

function describeAddress({ id, init }: ESTree.VariableDeclarator, code: string): string[] {
  if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return []
  const [shape] = init.arguments
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint' || shape?.type !== 'ObjectExpression')
    return []
  const properties = shape.properties.filter(
    (property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && ADDRESS_KEYS.has(property.key.name),
  )
  if (properties.length < REQUIRED_KEYS)
    throw new Error(`${id.name}: write host, method and path in the endpoint itself`)
  return [`export const ${id.name} = { ${properties.map(({ start, end }) => code.slice(start, end)).join(', ')} }`]
}
