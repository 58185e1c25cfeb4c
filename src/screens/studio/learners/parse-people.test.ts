import { expect, test } from 'vitest'
import { parsePeople } from './parse-people.ts'

test('a pasted list has an address a line, with a name before it or not', () => {
  expect(parsePeople('lea@school.test\n\n Ben Okoye, ben@school.test \nMei Tanaka <mei@school.test>')).toEqual([
    { email: 'lea@school.test' },
    { email: 'ben@school.test', name: 'Ben Okoye' },
    { email: 'mei@school.test', name: 'Mei Tanaka' },
  ])
  expect(parsePeople('a@school.test, b@school.test; c@school.test')).toEqual([
    { email: 'a@school.test' },
    { email: 'b@school.test' },
    { email: 'c@school.test' },
  ])
  expect(parsePeople('Okoye, Ben\tben@school.test')).toEqual([{ email: 'ben@school.test', name: 'Okoye Ben' }])
})

test('text without an address is a row of its own, and nothing is lost', () => {
  expect(parsePeople('Lea Brandt\nlea@school.test')).toEqual([{ email: 'Lea Brandt' }, { email: 'lea@school.test' }])
  expect(parsePeople(' \n ,, ')).toEqual([])
})
