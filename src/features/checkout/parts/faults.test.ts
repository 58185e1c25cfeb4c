import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'

test('the details are told wrong in the words of specification §5', () => {
  expect(faultsOf({ email: '', name: ' ', phoneNumber: '' }, false)).toEqual({
    email: 'Email is required',
    name: 'Name is required',
  })
  expect(faultsOf({ email: 'ana@', name: 'Ana', phoneNumber: 'call me' }, false)).toEqual({
    email: 'Please enter a valid email address',
    phoneNumber: 'Please check the format of the phone number',
  })
  expect(faultsOf({ email: '', name: '', phoneNumber: '+63 (917) 123-4567' }, true)).toEqual({})
})
