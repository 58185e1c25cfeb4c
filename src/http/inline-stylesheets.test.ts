import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createStylesheetInliner } from './inline-stylesheets.ts'

const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}"/>`

async function createInliner(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-sheets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, css] of Object.entries(files)) await writeFile(join(folder, name), css)
  return createStylesheetInliner(pathToFileURL(`${folder}/`))
}

test('a page contains its stylesheets in order, with the hash for its policy', async () => {
  const { inline: write } = await createInliner({ 'a.css': 'a{color:red}', 'b.css': 'a{color:blue}' })
  const { html, hash } = write(`<head>${link('a.css')}${link('b.css')}</head>`)
  expect(html).toContain('<style>a{color:red}a{color:blue}</style>')
  expect(hash).toBe(`sha256-${createHash('sha256').update('a{color:red}a{color:blue}').digest('base64')}`)
})

test('the links stay, disabled, so that no stylesheet is loaded twice', async () => {
  const { inline: write } = await createInliner({ 'a.css': 'a{}' })
  const { html } = write(link('a.css'))
  expect(html).toBe('<style>a{}</style><link disabled="" rel="stylesheet" href="/assets/a.css"/>')
})

test('lazily loaded parts find the stylesheet by its URL, although the router marks its own link', async () => {
  const { inline: write } = await createInliner({ 'a.css': 'a{}' })
  const { html } = write(link('a.css#'))
  const disabledLink = (name: string) => link(name).replace('<link', '<link disabled=""')
  expect(html).toBe(`<style>a{}</style>${disabledLink('a.css#')}${disabledLink('a.css')}`)
})

test('a page without stylesheets, and a third-party stylesheet, stay unchanged', async () => {
  const { inline: write } = await createInliner({})
  const other = '<link rel="stylesheet" href="https://other.test/a.css"/>'
  expect(write(`<p>Hello</p>${other}`)).toEqual({ html: `<p>Hello</p>${other}`, hash: null })
})

test('a stylesheet that could close its own element is refused', async () => {
  const { inline: write } = await createInliner({ 'a.css': 'a::after{content:"</style>"}' })
  expect(() => write(link('a.css'))).toThrow('would end the element')
})
