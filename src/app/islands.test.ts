/** The script of public pages. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listImports, type Tree } from '../../tools/checks/floors.ts'

test('no module of an island reaches the router, which would start the app on a public page and blank its forms', () => {
  const tree: Tree = new Map(
    globSync('**/*.{ts,tsx}', { cwd: 'src' }).map((file) => [file, withoutTypes(readFileSync(`src/${file}`, 'utf8'))]),
  )
  const ways = new Map([['app/islands.ts', 'app/islands.ts']])
  const found: string[] = []
  for (const [file, way] of ways)
    for (const { spec, target } of listImports(tree, file)) {
      if (spec === 'react-router') found.push(way)
      else if (target && tree.has(target) && !ways.has(target)) ways.set(target, `${way} → ${target}`)
    }
  expect(found).toEqual([])
  expect(ways.size).toBeGreaterThan(50)
})

/** The build leaves them out. */
function withoutTypes(text: string): string {
  return text.replace(/^(import|export) type .*? from '[^']+'$/gms, '')
}
