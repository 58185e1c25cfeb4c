import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const failed = (code: string | undefined, message = 'no') => Object.assign(new Error(message), code && { code })

describe('the database is unavailable', () => {
  test.each([['08006'], ['53300'], ['57P01'], ['57P03'], ['55P03'], ['ECONNREFUSED'], ['ENOENT'], ['EPIPE']])(
    'when the error says %s',
    (code) => {
      expect(isDatabaseUnavailable(failed(code))).toBe(true)
    },
  )

  test.each([
    ['Connection terminated unexpectedly'],
    ['timeout exceeded when trying to connect'],
    ['Client has encountered a connection error and is not queryable'],
    ['LISTEN/NOTIFY connection ended'],
    ['LISTEN/NOTIFY heartbeat timed out'],
  ])('when only the words are there: %s', (message) => {
    expect(isDatabaseUnavailable(failed(undefined, message))).toBe(true)
  })

  test('if the job engine wraps such an error', () => {
    expect(isDatabaseUnavailable({ message: 'no (Queue: mail.send)', code: '57P03' })).toBe(true)
    expect(isDatabaseUnavailable({ message: 'the database system is starting up (Queue: mail.send)' })).toBe(true)
  })

  test.each([
    [failed('23505', 'duplicate key')],
    [failed('23514', 'order is complete without its enrolments')],
    [failed('ESOCKET', 'Connection timeout')],
    [failed(undefined, 'the provider did not answer in time')],
    [failed(undefined, 'a timeout of our own')],
    ['57P01'],
    [null],
  ])('but not when it is %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})
