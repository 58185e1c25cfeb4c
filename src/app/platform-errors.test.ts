import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * main.ts loads the platform itself, and the bundle of the pages has a copy. An error that one of them throws is no
 * instance of the other's class, so features recognise it by its name.
 */
test('no feature asks whether an error is an instance of a class of the platform', () => {
  const read = (pattern: string) =>
    globSync(pattern)
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const classes = read('src/platform/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/export class (\w+) extends Error/g)].map(([, name]) => name!),
  )
  expect(classes.length).toBeGreaterThan(2)
  const asked = new RegExp(`instanceof (${classes.join('|')})\\b`)
  const files = read('src/{sell,learn,catalogue,media,people,screens,http,sandbox}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter(({ text }) => asked.test(text)).map(({ file }) => file)).toEqual([])
})
