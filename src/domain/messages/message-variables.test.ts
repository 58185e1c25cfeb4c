import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillVariables, findUnknownVariable, MESSAGE_VARIABLES, splitVariables } from './message-variables.ts'

const VALUES = {
  'first name': 'Ada',
  course: 'Bread',
  dates: 'Tue 12 January',
  'next session': 'Tue 12 January, 20:00',
  'portal link': 'https://school.test/portal',
}
const pieces = fc.array(
  fc.oneof(fc.string(), fc.constantFrom('{', '}', '{{', '{}', ...MESSAGE_VARIABLES.map((name) => `{${name}}`))),
)

test('each variable is replaced, however it is spelt', () => {
  for (const name of MESSAGE_VARIABLES) expect(fillVariables(`Hi {${name}}!`, VALUES)).toBe(`Hi ${VALUES[name]}!`)
  expect(fillVariables('{First Name} {FIRST-NAME} {first_name}', VALUES)).toBe('Ada Ada Ada')
})

test('a word between braces that is no variable is found, and other braces are text', () => {
  expect(findUnknownVariable('Hi {fist name}')).toBe('{fist name}')
  expect(findUnknownVariable('Hi {first name}, { } {} {1} {a+b} {course')).toBeNull()
})

test('the parts of a text are the whole text, and a value is never searched again', () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const text = list.join('')
      const whole = splitVariables(text).map((part) => ('text' in part ? part.text : part.written))
      expect(whole.join('')).toBe(text)
      const braces = { ...VALUES, 'first name': '{course}', course: '{first name}' }
      const known = splitVariables(text).filter((part) => 'written' in part && part.variable === 'course')
      expect(fillVariables(text, braces).split('{first name}').length - 1).toBe(known.length)
    }),
  )
})
