/** No page, e-mail or document has the demo's words in its source, so that none can forget the site's own name. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files that name the software itself, or hold the texts of the demo. */
const ALLOWED = [
  // The demo's texts.
  'src/domain/site/site.ts',
  // Messages to the operator.
  'src/app/main.ts',
  'src/platform/backup/restore-backup.ts',
  'src/platform/backup/restore-rows.ts',
  'src/platform/backup/write-backup.ts',
  'src/platform/blobs/store-id.ts',
  // The product that wrote a calendar file (RFC 5545 §3.7.3).
  'src/catalogue/catalog/calendar/calendar.ts',
]
const WORDS = /Understudy|Learn the part|make the thing|Session Road|Noor\b/

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

test('only the demo and the operator read the name of the software', () => {
  const files = [...globSync('src/**/*.{ts,tsx,css,svg}'), ...globSync('content/pages/*.md')].filter(
    (file) => !/\.(test|gen)\.tsx?$/.test(file) && !ALLOWED.includes(file),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => WORDS.test(withoutComments(readFileSync(file, 'utf8'))))).toEqual([])
})

test('every page makes its title with the name of the site', () => {
  const pages = globSync('src/**/pages/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const titled = pages.filter(({ text }) => /export const meta\b/.test(text))
  expect(titled.length).toBeGreaterThan(50)
  const nameless = titled.filter(({ text }) => !/\b(createTitle|getSiteName)\(matches/.test(text))
  expect(nameless.map(({ file }) => file)).toEqual([])
  // Every page of a route has a title.
  expect(
    pages
      .filter(({ text }) => /export default/.test(text) && !/export const meta\b/.test(text))
      .map(({ file }) => file),
  ).toEqual([])
})
