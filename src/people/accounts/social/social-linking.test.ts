import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { accountPerson, getFamilyName, guestPerson } from '../../../../tests/providers/people.ts'
import { createSocialWorld, type SocialWorld } from '../../../../tests/world/social-world.ts'

const FAILED = { errorCode: 'SOCIAL_FAILED', message: 'Error Logging in. Please try again.' }

let social: SocialWorld
beforeAll(async () => {
  social = await createSocialWorld()
})
afterAll(() => social.close())

let subject: string
let gmail: string
beforeEach(() => {
  subject = social.meet()
  gmail = `${subject}@gmail.com`
})

describe('linking a provider identity to a person', () => {
  test('a Google log-in with a verified address takes over a guest: the address is verified, old sessions and password end', async () => {
    const { id } = await guestPerson(social.world, gmail)
    expect((await social.logIn('google')).status).toBe(200)
    const person = await personByEmail(social.world.db, gmail)
    expect(person).toMatchObject({ id, password_hash: null, name: 'A Guest' })
    expect(person?.email_verified_at).not.toBeNull()
  })

  test('a learner keeps the password when Google is linked', async () => {
    await accountPerson(social.world, gmail, ['learner'])
    const before = await personByEmail(social.world.db, gmail)
    expect((await social.logIn('google')).status).toBe(200)
    expect((await personByEmail(social.world.db, gmail))?.password_hash).toBe(before?.password_hash)
  })

  test('an address that Google is not responsible for is linked to nobody', async () => {
    const email = `${subject}@school.test`
    await accountPerson(social.world, email, ['learner'])
    social.google.person.email = email
    for (const email_verified of [true, false, 'true']) {
      social.google.person.email_verified = email_verified
      expect(await social.logIn('google')).toMatchObject({ status: 401, body: FAILED })
    }
    expect(await getFamilyName(social.world, 'google', subject)).toEqual([])
  })

  test('an address of an organisation managed by Google is linked', async () => {
    Object.assign(social.google.person, { email: `${subject}@school.test`, hd: 'school.test' })
    expect((await social.logIn('google')).status).toBe(200)
  })

  test.each(['google', 'apple', 'facebook'] as const)(
    '%s never opens an admin’s account, not even a linked one',
    async (name) => {
      await accountPerson(social.world, gmail, ['learner', 'community-admin'])
      expect(await social.logIn(name)).toMatchObject({ status: 401, body: FAILED })
      expect(await getFamilyName(social.world, name, subject)).toEqual([])
      const { id } = (await personByEmail(social.world.db, gmail))!
      await social.world.db.insertInto('identity').values({ provider: name, subject, person_id: id }).execute()
      expect(await social.logIn(name)).toMatchObject({ status: 401, body: FAILED })
    },
  )

  test('without a valid address, no person is created', async () => {
    for (const email of [undefined, '', 'nobody', 7]) {
      social.google.person = { sub: subject, email, email_verified: true }
      expect(await social.logIn('google')).toMatchObject({ status: 401, body: FAILED })
    }
    expect(await getFamilyName(social.world, 'google', subject)).toEqual([])
  })
})
