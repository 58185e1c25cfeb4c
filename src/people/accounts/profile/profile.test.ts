/** Changes of a person's own profile and password. docs/contract §3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID, says } from '../../../../tests/world/identity.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

describe('user-profile', () => {
  test('changes the given fields and leaves the others; unknown fields are ignored', async () => {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    const patch = (body: object) => identityWorld.api.call('/api/v1/user-profile', { method: 'PATCH', headers, body })
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
    const readVisible = () =>
      identityWorld.world.db
        .selectFrom('person')
        .select('visible_to_cohort')
        .where('email', '=', email)
        .executeTakeFirst()
    await patch({ isVisibleToCohort: true })
    await patch({ name: 'Ana Cruz' })
    expect(await readVisible()).toEqual({ visible_to_cohort: true })
    expect(await patch({ phoneNumber: '12' })).toMatchObject({
      status: 400,
      body: { fields: { phoneNumber: 'Please check the format of the phone number' } },
    })
    expect(await patch({ timezoneId: 'Nowhere' })).toMatchObject(
      says(400, 'TIMEZONE_INVALID', 'We don’t know this time zone.'),
    )
    expect(await patch({ countryCode: 'QQ' })).toMatchObject({
      status: 400,
      body: { fields: { countryCode: 'Please choose a country' } },
    })
    expect(await patch({ name: '' })).toMatchObject({ status: 400, body: { fields: { name: 'Name is required' } } })
  })

  test('a password change needs the old password, ends the other sessions and keeps this one', async () => {
    const email = await identityWorld.known()
    const otherSession = await identityWorld.bearer(email)
    const headers = await identityWorld.as(email)
    const change = (currentPassword: string, password: string) =>
      identityWorld.post('change-password', { currentPassword, password }, headers)
    expect(await change('wrong', 'four blind mice run')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your password' } },
    })
    expect(await change(PASSWORD, 'short')).toMatchObject({ status: 400, body: { errorCode: 'PASSWORD_WEAK' } })
    expect(await change(PASSWORD, 'four blind mice run')).toMatchObject({ status: 204 })
    expect(await identityWorld.post('get-token', { refreshToken: otherSession.refresh })).toMatchObject(
      SAID.refreshEnded,
    )
    expect(await identityWorld.api.call('/api/v1/user-profile', { headers })).toMatchObject({ status: 200 })
    expect((await identityWorld.mailTo(email)).subject).toBe('Your password was changed')
  })
})
