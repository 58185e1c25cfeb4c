import { expect, test } from 'vitest'
import { dropStoredFaults } from './kept-limits.ts'

const long = 'x'.repeat(300)
const stored = {
  subtitle: long,
  questions: [
    { question: 'a', answer: 'b' },
    { question: long, answer: 'c' },
  ],
}
const faults = { subtitle: 'long', 'questions.0.question': 'long' }

test('a text that is stored is no fault, wherever its entry is now, and one that was typed is', () => {
  const moved = { subtitle: long, questions: [stored.questions[1], stored.questions[0]] }
  expect(dropStoredFaults(faults, moved, stored)).toEqual({})
  const typed = { subtitle: `${long}y`, questions: [{ question: `${long}y`, answer: 'c' }] }
  expect(dropStoredFaults(faults, typed, stored)).toEqual(faults)
})

test('a list that is too long may shrink and not grow', () => {
  const many = { questions: [...stored.questions, ...stored.questions] }
  expect(dropStoredFaults({ questions: 'many' }, stored, many)).toEqual({})
  expect(dropStoredFaults({ questions: 'many' }, many, stored)).toEqual({ questions: 'many' })
  expect(dropStoredFaults({ questions: 'many' }, many, undefined)).toEqual({ questions: 'many' })
})
