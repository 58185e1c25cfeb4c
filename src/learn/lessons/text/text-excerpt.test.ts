import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getTextExcerpt } from './text-excerpt.ts'

const TEXT = `It takes **half** an hour.

## Settings that stay

Open the settings of your [camera](https://understudy.test/camera) app.

| Setting | Choose |
|---|---|
| Frame rate | 25 |
`

test('an excerpt has the words around the phrase without Markdown', () => {
  expect(getTextExcerpt(TEXT, 'half an')).toBe(
    'It takes half an hour. Settings that stay Open the settings of your camera app. Setting Choose Frame rate 25',
  )
  expect(getTextExcerpt(TEXT, 'understudy.test')).toBeNull()
  expect(getTextExcerpt(TEXT, '##')).toBeNull()
})

test('an excerpt of any text contains the phrase and is short', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 200 }), fc.nat(), (words, pick) => {
      const phrase = words[pick % words.length]!
      const excerpt = getTextExcerpt(words.join(' '), phrase.toUpperCase())!
      expect(excerpt).toContain(phrase)
      expect(excerpt.length).toBeLessThanOrEqual(220)
      expect(words.join(' ')).toContain(excerpt)
    }),
  )
})
