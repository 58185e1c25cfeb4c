import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailFault, greetingFor, isEmail, normaliseEmail, phoneFault, toMailbox } from './contact.ts'

describe('a valid e-mail address', () => {
  test.each([
    'ana@example.test',
    'Ana.Reyes+film@mail.example.test',
    "o'neil_99@sub-domain.example.test",
    'josé@exámple.test',
    ' padded@example.test ',
  ])('%s is valid', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    { text: '', why: 'empty' },
    { text: 'ana', why: 'no @' },
    { text: 'ana@example', why: 'no dot in the domain' },
    { text: 'ana@@example.test', why: 'two @' },
    { text: 'ana@b.test@example.test', why: 'two domains' },
    { text: '@example.test', why: 'nothing before the @' },
    { text: 'ana@.test', why: 'an empty label' },
    { text: 'ana@example..test', why: 'an empty label' },
    { text: 'ana@-example.test', why: 'a label that begins with a hyphen' },
    { text: '.ana@example.test', why: 'a dot at the edge' },
    { text: 'a..na@example.test', why: 'two dots' },
    { text: 'ana@127.0.0.1', why: 'a number for a domain' },
    { text: 'Ana <ana@example.test>', why: 'a name with it' },
    { text: 'ana@example.test,ben@example.test', why: 'two addresses' },
    { text: 'ana@example.test\nBcc: ben@example.test', why: 'a header smuggled in' },
    { text: 'a\u200bna@example.test', why: 'an invisible character' },
    { text: `${'a'.repeat(65)}@example.test`, why: 'too long before the @' },
    { text: `ana@${'a'.repeat(64)}.test`, why: 'too long a label' },
    { text: `ana@${'abcdefghi.'.repeat(26)}test`, why: 'too long in all' },
  ])('refuses $why', ({ text }) => {
    expect(isEmail(text)).toBe(false)
  })

  test('no input makes the check slow', () => {
    const started = performance.now()
    for (const piece of ['a', '.', '@', '-', ' ', 'a.', 'é']) isEmail(`a@${piece.repeat(500_000)}`)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

test('spellings of one mailbox are one address; dots and tags stay', () => {
  expect(normaliseEmail(' Ana.R+Film@Example.TEST ')).toBe('ana.r+film@example.test')
  expect(normaliseEmail('jose\u0301@example.test')).toBe(normaliseEmail('JOS\u00c9@example.test'))
})

test('what a copy added unseen is no fault of an address or a number', () => {
  for (const text of [
    '\u200bana@example.test',
    'ana\u00ad@example.test\ufeff',
    'ａｎａ＠ｅｘａｍｐｌｅ．ｔｅｓｔ\u3000',
  ]) {
    expect(emailFault(text)).toBeNull()
    expect(normaliseEmail(text)).toBe('ana@example.test')
  }
  const numbers = [
    '\u202a+63 917 123 4567\u202c',
    '＋６３ ９１７ １２３ ４５６７',
    'tel:+63-917-123-4567',
    '+63 917–123‑4567',
    '+٦٣٩١٧١٢٣٤٥٦٧',
  ]
  for (const text of [...numbers, '\u200b']) expect(phoneFault(text)).toBeNull()
  expect(phoneFault('tel:me')).toBe('Please check the format of the phone number')
})

test('a normalised address stays as it is', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('J\u030c', '\u0130', '\u03a3', '\u1e9e'), fc.string({ unit: 'grapheme' })),
  })
  fc.assert(
    fc.property(text, (raw) => {
      const once = normaliseEmail(raw)
      expect(normaliseEmail(once)).toBe(once)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  [' Ana@Cruz.TEST ', 'ana@cruz.test'],
  ['victim@ｅxample.test', 'victim@example.test'],
  ['v@ſhop.test', 'v@shop.test'],
  ['ana@müller.test', 'ana@xn--mller-kva.test'],
  ['a.n+a@gmail.com', 'a.n+a@gmail.com'],
  ['nonsense', 'nonsense'],
  ['@cruz.test', '@cruz.test'],
])('%j is normalised to %j', (input, normalised) => {
  expect(normaliseEmail(input)).toBe(normalised)
  expect(normaliseEmail(normalised)).toBe(normalised)
})

test.each([
  ['a.n.a+tag@googlemail.com', 'ana@gmail.com'],
  ['ana+x@cruz.test', 'ana@cruz.test'],
  ['a.na@cruz.test', 'a.na@cruz.test'],
  ['+ana@cruz.test', '+ana@cruz.test'],
])('%j is counted as the mailbox %j', (email, mailbox) => expect(toMailbox(email)).toBe(mailbox))

test.each([
  ['Ana Cruz', 'Hello Ana Cruz'],
  ['Zoë d’Arc-Müller Jr.', 'Hello Zoë d’Arc-Müller Jr.'],
  ['evil.test', 'Hello'],
  ['https://evil.test', 'Hello'],
  ['You won 500 USD', 'Hello'],
  ['x'.repeat(41), `Hello ${'x'.repeat(40)}`],
  ['J.R. Smith', 'Hello J.R. Smith'],
  ['J.R.R. Tolkien', 'Hello J.R.R. Tolkien'],
  ['J.Smith', 'Hello J. Smith'],
  ['Jean‑Luc', 'Hello Jean‑Luc'],
  ['李, 明', 'Hello 李, 明'],
  ['馬克・吐溫', 'Hello 馬克・吐溫'],
  ['Ana & Ben', 'Hello Ana & Ben'],
  ['Ana (she/her)', 'Hello Ana'],
  ['علی‌رضا', 'Hello علی‌رضا'],
  ['ශ්‍රීමති', 'Hello ශ්‍රීමති'],
  ['t.co', 'Hello t. co'],
  ['www.t.co', 'Hello'],
  ['evil.t.co', 'Hello'],
  ['a.b.test', 'Hello a.b. test'],
  ['(evil.test)', 'Hello'],
  ['...', 'Hello'],
  ['🌸', 'Hello'],
  ['Ana 🌸 Cruz 👩🏽‍🎨', 'Hello Ana Cruz'],
  ['María del Carmen Fernández-Villaverde de la Cruz y Ortega', 'Hello María del Carmen Fernández-Villaverde de'],
  ['Ana evil.test', 'Hello'],
])('%j is greeted with %j', (name, greeting) => expect(greetingFor(name)).toBe(greeting))
