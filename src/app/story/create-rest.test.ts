import { expect, test } from 'vitest'
import { createRest } from './create-rest.ts'

test.each([
  ['as long as it worked', false, 40],
  ['longer while the server refuses requests, and not for ever', true, 200],
])('the story rests %s', async (_how, isOverloaded, expected) => {
  let time = 0
  let slept = 0
  const rest = createRest({
    signal: new AbortController().signal,
    isOverloaded: () => isOverloaded,
    sleep: async (milliseconds) => {
      slept += milliseconds
      time += milliseconds
    },
    now: () => time,
  })
  time += 40
  await rest()
  expect(slept).toBe(expected)
  time += 10
  await rest()
  expect(slept).toBe(expected * 1.25)
})
