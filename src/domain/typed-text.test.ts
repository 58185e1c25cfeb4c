import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getTextDirection, ISOLATE_END, ISOLATE_START, isolated } from './typed-text.ts'

const [START, END] = [ISOLATE_START, ISOLATE_END]

test.each([
  { what: 'a Latin name', name: 'Zoë', expected: 'Hello Zoë, 2 seats' },
  { what: 'a Hebrew name', name: 'נועה', expected: `Hello ${START}נועה${END}, 2 seats` },
  {
    what: 'an Arabic title with a Latin word',
    name: 'فيلم iPhone',
    expected: `Hello ${START}فيلم iPhone${END}, 2 seats`,
  },
  { what: 'an override, which would turn our sentence', name: '\u202Eana', expected: 'Hello ana, 2 seats' },
  { what: 'an isolate that never ends', name: '\u2067נועה', expected: `Hello ${START}נועה${END}, 2 seats` },
  { what: 'an end without a start', name: 'נועה\u2069', expected: `Hello ${START}נועה${END}, 2 seats` },
])('$what keeps its own direction in a sentence', ({ name, expected }) => {
  expect(isolated`Hello ${name}, ${2} seats`).toBe(expected)
})

test('a composed value keeps the direction of its parts, and each line has its own', () => {
  expect(isolated`You booked ${isolated`${'צילום'} with ${'נועה'}`}.`).toBe(
    `You booked ${START}${START}צילום${END} with ${START}נועה${END}${END}.`,
  )
  expect(isolated`“${'שלום\nנועה'}”`).toBe(`“${START}שלום${END}\n${START}נועה${END}”`)
})

test('whatever is typed, every isolate ends in its line, and nothing turns the rest of the sentence', () => {
  const typed = fc.string({
    unit: fc.constantFrom('a', 'א', 'ع', '1', ',', '\n', '\u2066', '\u2067', START, END, '\u202E'),
  })
  fc.assert(
    fc.property(typed, typed, (name, title) => {
      const lines = isolated`Hello ${name}, ${title} starts.`.split('\n')
      for (const line of lines) {
        const depths = [...line].map((sign) => (/[\u2066-\u2068]/.test(sign) ? 1 : sign === END ? -1 : 0))
        expect(depths.reduce<number>((sum, step) => sum + step, 0)).toBe(0)
        expect(line).not.toMatch(/[\u202A-\u202E]/)
      }
    }),
  )
})

test.each([
  { text: '“שלום, נועה”', expected: 'rtl' },
  { text: isolated`${'נועה'}, welcome`, expected: 'ltr' },
  { text: 'Welcome נועה', expected: 'ltr' },
  { text: '12', expected: 'ltr' },
])('the paragraph $text is $expected', ({ text, expected }) => {
  expect(getTextDirection(text)).toBe(expected)
})
