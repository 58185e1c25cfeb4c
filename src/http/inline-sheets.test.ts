import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openSheets } from './inline-sheets.ts'

const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}"/>`

async function sheets(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-sheets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, css] of Object.entries(files)) await writeFile(join(folder, name), css)
  return openSheets(pathToFileURL(`${folder}/`))
}

test('a page has its sheets in it, in their order, under the hash that its policy names', async () => {
  const { write } = await sheets({ 'a.css': 'a{color:red}', 'b.css': 'a{color:blue}' })
  const { html, hash } = write(`<head>${link('a.css')}${link('b.css')}</head>`)
  expect(html).toContain('<style>a{color:red}a{color:blue}</style>')
  expect(hash).toBe(`sha256-${createHash('sha256').update('a{color:red}a{color:blue}').digest('base64')}`)
})

test('the links stay, switched off: a sheet that is here is not loaded a second time', async () => {
  const { write } = await sheets({ 'a.css': 'a{}' })
  const { html } = write(link('a.css'))
  expect(html).toBe('<style>a{}</style><link disabled="" rel="stylesheet" href="/assets/a.css"/>')
})

test('who loads parts later finds the sheet by its address, though the router marks its own link', async () => {
  const { write } = await sheets({ 'a.css': 'a{}' })
  const { html } = write(link('a.css#'))
  const off = (name: string) => link(name).replace('<link', '<link disabled=""')
  expect(html).toBe(`<style>a{}</style>${off('a.css#')}${off('a.css')}`)
})

test('a page without sheets, and a sheet of others, stay as they are', async () => {
  const { write } = await sheets({})
  const other = '<link rel="stylesheet" href="https://other.test/a.css"/>'
  expect(write(`<p>Hello</p>${other}`)).toEqual({ html: `<p>Hello</p>${other}`, hash: null })
})

test('a sheet that could end its own element is not written', async () => {
  const { write } = await sheets({ 'a.css': 'a::after{content:"</style>"}' })
  expect(() => write(link('a.css'))).toThrow('would end the element')
})
