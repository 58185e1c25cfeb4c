/** The files that the build writes for browsers, and the pages that use them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/http-test.ts'
import { LISTED_PAGES } from '../support/listed-pages.ts'

const ASSETS = 'build/client/assets'

async function readFiles(ending: string): Promise<Map<string, string>> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(ending))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(ASSETS, name), 'utf8')] as const)),
  )
}

test('every page contains the stylesheets of all its parts', async ({ server }) => {
  const stylesheets = await readFiles('.css')
  const hasRule = (css: string, name: string) => css.includes(`.${name}`)
  for (const { path } of LISTED_PAGES) {
    const html = await fetch(server.url + path).then((answer) => answer.text())
    const links = html.matchAll(/<link(?![^>]*disabled)[^>]*rel="stylesheet"[^>]*href="\/assets\/([\w.-]+)/g)
    const within = html.matchAll(/<style>(.*?)<\/style>/gs)
    const css = [
      ...[...within].map(([, text]) => text!),
      ...[...links].map(([, name]) => stylesheets.get(name!)!),
    ].join('')
    const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all]) => all!.split(' ')))
    const bare = [...classes].filter(
      (name) => !hasRule(css, name) && [...stylesheets.values()].some((one) => hasRule(one, name)),
    )
    expect(bare, path).toEqual([])
  }
})

test('the browser’s build has the styles of every part that the server draws', async () => {
  const css = [...(await readFiles('.css')).values()].join('')
  const server = await readFile('build/server/index.js', 'utf8')
  const modules = [...server.matchAll(/var (\w+)_module_default\S* = \{([^}]*)\}/g)]
  const bare = modules.filter(
    ([, , classes]) => !classes!.match(/[\w-]+(?=")/g)?.some((name) => css.includes(`.${name}`)),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(bare.map(([, name]) => name)).toEqual([])
})

/** It would start the app on a public page, and blank what was drawn there. */
test('no built script of public pages loads the start of app pages, whatever is pressed', async () => {
  const scripts = await readFiles('.js')
  const listFiles = (file: string, before: RegExp) =>
    [...scripts.get(file)!.matchAll(/\b(from|import|import\()["`]\.\/([\w.-]+\.js)["`]/g)].flatMap(([, how, target]) =>
      before.test(how!) ? target! : [],
    )
  // What is loaded when something is pressed. Files behind it may also name parts of app pages that it never asks for.
  const ways = new Map(['islands.js', ...listFiles('islands.js', /import\(/)].map((file) => [file, file]))
  expect(ways.size).toBeGreaterThan(10)
  for (const [file, way] of ways)
    for (const target of listFiles(file, /^(from|import)$/))
      if (!ways.has(target)) ways.set(target, `${way} → ${target}`)
  expect([...ways].filter(([file]) => file.startsWith('entry.client-')).map(([, way]) => way)).toEqual([])
})

/** A circle can run a file before the file that it needs, which stops the page. */
test('no built script files import each other in a circle', async () => {
  const imports = new Map(
    [...(await readFiles('.js'))].map(([name, script]) => [
      name,
      [...script.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(([, file]) => file!),
    ]),
  )
  const reach = (name: string, seen = new Set<string>()): Set<string> => {
    for (const file of imports.get(name) ?? []) if (!seen.has(file)) reach(file, seen.add(file))
    return seen
  }
  const names = [...imports.keys()]
  expect(imports.get(names.find((name) => name.startsWith('root-'))!)).not.toEqual([])
  expect(names.filter((name) => reach(name).has(name))).toEqual([])
})
