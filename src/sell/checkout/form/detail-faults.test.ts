import { expect, test } from 'vitest'
import { listDetailFaults } from './detail-faults.ts'

test('faults of the details use the sentences of docs/specification.md §5', () => {
  expect(listDetailFaults({ email: '', name: ' ', phoneNumber: '' }, false)).toEqual({
    email: 'Email is required',
    name: 'Name is required',
  })
  expect(listDetailFaults({ email: 'ana@', name: 'Ana', phoneNumber: 'call me' }, false)).toEqual({
    email: 'Please enter a valid email address',
    phoneNumber: 'Please check the format of the phone number',
  })
  expect(listDetailFaults({ email: '', name: '', phoneNumber: '+63 (917) 123-4567' }, true)).toEqual({})
})
