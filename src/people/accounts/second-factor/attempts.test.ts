/** The limits on attempts at a second factor, over HTTP, on a real PostgreSQL and with a test clock. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrongCodeAt } from '../../../../tests/support/authenticator-app.ts'
import { PASSWORD, SAID } from '../../../../tests/world/identity.ts'
import { createFactorWorld, type FactorWorld } from '../../../../tests/world/second-factor.ts'

const TOO_MANY = { status: 429, body: { errorCode: 'RATE_LIMITED' } }

let factorWorld: FactorWorld
beforeAll(async () => {
  factorWorld = await createFactorWorld()
})
afterAll(() => factorWorld.close())

describe('attempts', () => {
  test('after ten wrong codes from anywhere, the right code is refused for 15 minutes', async () => {
    const { email, secret } = await factorWorld.guarded()
    const otp = wrongCodeAt(secret, factorWorld.now())
    const headers = await factorWorld.as(email, { otp: factorWorld.freshCode(secret) })
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_one, index) =>
        index % 2
          ? factorWorld.logIn(email, { otp })
          : factorWorld.post('second-factor/recovery-codes', { password: PASSWORD, otp }, headers),
      ),
    )
    const checkedResponses = responses.filter(({ body }) => ['OTP_INVALID', 'FIELD_INVALID'].includes(body.errorCode))
    expect(checkedResponses).toHaveLength(10)
    for (const response of responses.filter((candidate) => !checkedResponses.includes(candidate)))
      expect(response).toMatchObject(TOO_MANY)
    const rightCode = factorWorld.freshCode(secret)
    expect(await factorWorld.logIn(email, { otp: rightCode })).toMatchObject(TOO_MANY)
    for (const path of ['second-factor/recovery-codes', 'second-factor/remove'])
      expect(await factorWorld.post(path, { password: PASSWORD, otp: rightCode }, headers)).toMatchObject(TOO_MANY)

    await factorWorld.world.db
      .updateTable('rate_limit')
      .set({ expire: 1 })
      .where('key', 'like', 'secondFactor:%')
      .execute()
    await factorWorld.world.db.updateTable('rate_limit').set({ expire: 1 }).where('key', 'like', 'logIn%').execute()
    expect(await factorWorld.logIn(email, { otp: rightCode })).toMatchObject(SAID.tokens)
  })

  test('a wrong code counts as a failed log-in; a missing or right code does not', async () => {
    const { email, secret } = await factorWorld.guarded()
    const failures = async () => {
      const rows = await factorWorld.world.db
        .selectFrom('rate_limit')
        .selectAll()
        .where('key', 'like', 'logInPerAccount:%')
        .execute()
      return rows.reduce((sum, row) => sum + row.points, 0)
    }
    const failuresBefore = await failures()
    await factorWorld.logIn(email)
    await factorWorld.logIn(email, { otp: factorWorld.freshCode(secret) })
    expect(await failures()).toBe(failuresBefore)
    await factorWorld.logIn(email, { otp: wrongCodeAt(secret, factorWorld.now()) })
    expect(await failures()).toBe(failuresBefore + 1)
  })

  test('right codes do not count as attempts', async () => {
    const { email, secret } = await factorWorld.guarded()
    for (let attempt = 0; attempt < 12; attempt++)
      expect(await factorWorld.logIn(email, { otp: factorWorld.freshCode(secret) })).toMatchObject(SAID.tokens)
  })
})
