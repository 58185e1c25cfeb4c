/** What a person changes about themselves. Contract §3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity, PASSWORD, SAID, says } from '../../../tests/identity.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

describe('user-profile', () => {
  test('changes what is given and leaves the rest; unknown fields are ignored', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const patch = (body: object) => own.api.call('/api/v1/user-profile', { method: 'PATCH', headers, body })
    expect(
      await patch({
        name: ' Ana  Cruz ',
        timezoneId: 'Asia/Manila',
        countryCode: 'ph',
        phoneNumber: '0917 123 4567',
        marketing: true,
        email: fresh(),
        roles: ['community-admin'],
        user_id: randomUUID(),
      }),
    ).toMatchObject({
      status: 200,
      body: {
        email,
        name: 'Ana Cruz',
        learner: { phoneNumber: '+639171234567', countryCode: 'PH', timezoneId: 'Asia/Manila' },
        roles: ['learner'],
        marketing: true,
      },
    })
    expect(await patch({ phoneNumber: '', marketing: false })).toMatchObject({
      status: 200,
      body: { name: 'Ana Cruz', learner: { phoneNumber: null, countryCode: 'PH' }, marketing: false },
    })
    expect(await patch({ phoneNumber: '12' })).toMatchObject({
      status: 400,
      body: { fields: { phoneNumber: 'Please check the format of the phone number' } },
    })
    expect(await patch({ timezoneId: 'Nowhere' })).toMatchObject(
      says(400, 'TIMEZONE_INVALID', 'This time zone is not known.'),
    )
    expect(await patch({ countryCode: 'QQ' })).toMatchObject({
      status: 400,
      body: { fields: { countryCode: 'Please choose a country' } },
    })
    expect(await patch({ name: '' })).toMatchObject({ status: 400, body: { fields: { name: 'Name is required' } } })
  })

  test('another password needs the old one, ends the other sessions and keeps this one', async () => {
    const email = await own.known()
    const other = await own.bearer(email)
    const headers = await own.as(email)
    const change = (currentPassword: string, password: string) =>
      own.post('change-password', { currentPassword, password }, headers)
    expect(await change('wrong', 'four blind mice run')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your password' } },
    })
    expect(await change(PASSWORD, 'short')).toMatchObject({ status: 400, body: { errorCode: 'PASSWORD_WEAK' } })
    expect(await change(PASSWORD, 'four blind mice run')).toMatchObject({ status: 204 })
    expect(await own.post('get-token', { refreshToken: other.refresh })).toMatchObject(SAID.refreshEnded)
    expect(await own.api.call('/api/v1/user-profile', { headers })).toMatchObject({ status: 200 })
    expect((await own.mailTo(email)).subject).toBe('Your password was changed')
  })
})
