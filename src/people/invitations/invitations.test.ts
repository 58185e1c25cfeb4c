import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ActingPerson, getCourseRole, getSiteRole, putCourseRole } from '#people/roles/queries.ts'
import { takeRole } from '#people/roles/take-role.ts'
import { consumeLimit } from '#platform/limits.ts'
import { SCRIPT_PAYLOADS } from '../../../tests/support/script-payloads.ts'
import { createIdentityWorld, fresh, type Identity, PASSWORD } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { inviteToRole, listInvitations, sendAgain, takeBack } from './invite.ts'
import type { InvitedRole } from './invited-roles.ts'

let setup: Identity
let owner: ActingPerson
let admin: ActingPerson
let courseCode: string
beforeAll(async () => {
  setup = await createIdentityWorld()
  owner = { personId: (await setup.admin()).id, audience: 'admin' }
  admin = { personId: (await setup.admin()).id, audience: 'admin' }
  courseCode = (await givenCourse(setup.world)).split('-')[0]!
})
afterAll(() => setup.close())

const forget = () => setup.world.db.deleteFrom('rate_limit').execute()
async function send(email: string, role: InvitedRole, by = owner, ip = '192.0.2.1') {
  const course = role === 'co_teacher' || role === 'assistant' ? courseCode : null
  return inviteToRole(setup.world, by, { email, role, courseCode: course, ip })
}
async function tokenIn(email: string, mails = 1): Promise<string> {
  const { text_body } = await setup.mailTo(email, mails)
  return /invitation#token=(\S+)/.exec(text_body)![1]!
}
async function invited(email: string, role: InvitedRole, by = owner): Promise<string> {
  await forget()
  expect(await send(email, role, by)).toMatchObject({ ok: true })
  return tokenIn(email)
}
const accept = (token: string, name?: string) => acceptInvitation(setup.world, { token, name, ip: '192.0.2.2' })
const personOf = (email: string) =>
  setup.world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()

describe('a person without an account', () => {
  test('reads the invitation, accepts it with a name, and chooses a password', async () => {
    const email = fresh()
    const token = await invited(email, 'community_admin')
    expect(await readInvitation(setup.world, { token, ip: '192.0.2.2' })).toMatchObject({
      ok: true,
      value: { email, role: 'community_admin', course: null, needsName: true },
    })
    expect(await personOf(email)).toBeUndefined()
    expect(await accept(token)).toMatchObject({
      refusal: { code: 'FIELD_INVALID', fields: { name: expect.any(String) } },
    })
    const accepted = await accept(token, 'Vera Falk')
    if (!accepted.ok || !accepted.value.passwordToken) throw new Error('no password link')
    expect(accepted.value.isAdmin).toBe(true)
    const set = await setup.post('reset-password', { token: accepted.value.passwordToken, password: PASSWORD })
    expect(set.status).toBe(200)
    const logIn = await setup.post('log-in', { email, password: PASSWORD, isCommunityAdmin: true })
    expect(logIn.status).toBe(200)
    const person = (await personOf(email))!
    expect([person.name, await getSiteRole(setup.world.db, person.id)]).toEqual(['Vera Falk', 'community_admin'])
    expect(person.email_verified_at).not.toBeNull()
  })
})

describe('a person with an account', () => {
  test('keeps name and password, and takes the role', async () => {
    const email = await setup.known()
    const token = await invited(email, 'co_teacher')
    const read = await readInvitation(setup.world, { token, ip: '192.0.2.2' })
    expect(read).toMatchObject({ value: { needsName: false, course: { courseCode } } })
    expect(await accept(token, 'Another Name')).toEqual({ ok: true, value: { isAdmin: false, passwordToken: null } })
    const person = (await personOf(email))!
    expect(person.name).toBe('Demo Person')
    expect(await getCourseRole(setup.world.db, person.id, courseCode)).toBe('co_teacher')
    expect((await setup.post('log-in', { email, password: PASSWORD })).status).toBe(200)
  })

  test('keeps a higher role', async () => {
    const email = await setup.known()
    const personId = (await personOf(email))!.id
    await setup.world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role: 'creator' }))
    expect(await accept(await invited(email, 'assistant'))).toMatchObject({ ok: true })
    expect(await getCourseRole(setup.world.db, personId, courseCode)).toBe('creator')
  })

  test('that nobody had proved loses the password and the sessions that a stranger may have made', async () => {
    const email = fresh()
    const { id } = await setup.world.db
      .insertInto('person')
      .values({ email, name: 'Guest' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setup.world.db
      .insertInto('session')
      .values({ person_id: id, audience: 'learner', device: 'Stranger', expires_at: new Date(Date.now() + 1e6) })
      .execute()
    expect(await accept(await invited(email, 'creator'))).toMatchObject({
      ok: true,
      value: { passwordToken: expect.any(String) },
    })
    const live = setup.world.db
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', id)
      .where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([])
  })
})

describe('a link', () => {
  const broken = { ok: false, refusal: { code: 'VERIFICATION_INVALID' } }
  test('works once, also for parallel calls', async () => {
    const token = await invited(fresh(), 'creator')
    const outcomes = await Promise.all([accept(token, 'One'), accept(token, 'Two'), accept(token, 'Three')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await accept(token, 'Four')).toMatchObject(broken)
  })

  test('ends after 14 days, when it is taken back, and when a newer one is sent', async () => {
    const email = fresh()
    const first = await invited(email, 'creator')
    const { invitations } = await listInvitations(setup.world, owner)
    const { invitationId } = invitations.find((one) => one.email === email)!
    expect(await sendAgain(setup.world, owner, { invitationId, ip: '192.0.2.1' })).toMatchObject({ ok: true })
    expect(await accept(first, 'Ann')).toMatchObject(broken)
    const second = await tokenIn(email, 2)
    const row = setup.world.db.updateTable('role_invitation').where('email', '=', email)
    await row.set({ expires_at: new Date(Date.now() - 1000) }).execute()
    expect(await accept(second, 'Ann')).toMatchObject(broken)
    await row.set({ expires_at: new Date(Date.now() + 1e6) }).execute()
    expect(await readInvitation(setup.world, { token: second, ip: '192.0.2.2' })).toMatchObject({ ok: true })
    expect(await takeBack(setup.world, owner, invitationId)).toMatchObject({ ok: true })
    expect(await accept(second, 'Ann')).toMatchObject(broken)
    expect(await takeBack(setup.world, owner, invitationId)).toMatchObject({
      refusal: { code: 'INVITATION_NOT_FOUND' },
    })
    expect(await personOf(email)).toBeUndefined()
  })

  test('of an inviter who may not give the role any more is not valid', async () => {
    const gone = { personId: (await setup.admin()).id, audience: 'admin' } as const
    const email = fresh()
    const token = await invited(email, 'co_teacher', gone)
    const isOver = async () =>
      (await listInvitations(setup.world, owner)).invitations.find((one) => one.email === email)!.isOver
    expect(await isOver()).toBe(false)
    const choice = { role: 'community_admin', courseCode: null } as const
    const read = await takeRole(setup.world, owner, { personId: gone.personId, choice, preview: true })
    if (!read.ok) throw new Error(read.refusal.code)
    await takeRole(setup.world, owner, { personId: gone.personId, choice, effectsHash: read.value.effectsHash })
    expect(await accept(token, 'Ann')).toMatchObject(broken)
    expect(await isOver()).toBe(true)
  })

  test('is stored as a hash only, and ends with the invitation of a guess', async () => {
    const token = await invited(fresh(), 'creator')
    const rows = await setup.world.db.selectFrom('role_invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await accept(`${token}x`, 'Ann')).toMatchObject(broken)
  })
})

describe('inviting', () => {
  test('answers the same for a known and an unknown address', async () => {
    await forget()
    const answers = await Promise.all([send(await setup.known(), 'creator'), send(fresh(), 'creator')])
    for (const answer of answers)
      expect(answer).toEqual({ ok: true, value: { invitationId: expect.any(String), expiresAt: expect.any(String) } })
  })

  test('an admin who is no owner invites teachers only', async () => {
    await forget()
    expect(await send(fresh(), 'community_admin', admin)).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
    expect(await send(fresh(), 'creator', { ...owner, audience: 'learner' })).toMatchObject({
      refusal: { code: 'OWNER_NEEDED' },
    })
    expect(await send(fresh(), 'assistant', admin)).toMatchObject({ ok: true })
    const email = fresh()
    await send(email, 'community_admin')
    const { invitations, mayInviteAdmins } = await listInvitations(setup.world, admin)
    const { invitationId, mayChange } = invitations.find((one) => one.email === email)!
    expect([mayInviteAdmins, mayChange]).toEqual([false, false])
    const denied = { refusal: { code: 'OWNER_NEEDED' } }
    expect(await takeBack(setup.world, admin, invitationId)).toMatchObject(denied)
    expect(await sendAgain(setup.world, admin, { invitationId, ip: '192.0.2.1' })).toMatchObject(denied)
  })

  test('needs a course for a role of a course, and none for one of the site', async () => {
    await forget()
    const by = (role: InvitedRole, code: string | null) =>
      inviteToRole(setup.world, owner, { email: fresh(), role, courseCode: code, ip: '192.0.2.1' })
    const fields = { refusal: { code: 'FIELD_INVALID', fields: { course: 'Please choose a course' } } }
    expect(await by('assistant', null)).toMatchObject(fields)
    expect(await by('creator', courseCode)).toMatchObject(fields)
    expect(await by('assistant', 'NOPE')).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })
  })

  test('again is one invitation; an address gets three an hour, and a client counts as for every typed address', async () => {
    await forget()
    const email = fresh()
    for (let at = 0; at < 3; at++) expect(await send(email, 'creator')).toMatchObject({ ok: true })
    expect(await send(email, 'creator')).toMatchObject({ refusal: { code: 'RATE_LIMITED' } })
    const rows = setup.world.db.selectFrom('role_invitation').select('sent_count').where('email', '=', email)
    expect(await rows.execute()).toEqual([{ sent_count: 3 }])
    await forget()
    await consumeLimit(setup.world.db, 'emailPerClient', '192.0.2.9', undefined, 200)
    expect(await send(fresh(), 'creator', owner, '192.0.2.9')).toMatchObject({ refusal: { code: 'RATE_LIMITED' } })
  })

  test('whose e-mail is not delivered is listed so, until it is sent again', async () => {
    await forget()
    const email = fresh()
    await send(email, 'creator')
    const listed = async () =>
      (await listInvitations(setup.world, owner)).invitations.find((one) => one.email === email)!
    const mail = setup.world.db.updateTable('mail').where('to_address', '=', email)
    await setup.mailTo(email)
    expect((await listed()).isUndelivered).toBe(false)
    await mail.set({ state: 'failed', sent_at: null, problem: '550 no such mailbox' }).execute()
    const { invitationId, isUndelivered } = await listed()
    expect(isUndelivered).toBe(true)
    expect(await sendAgain(setup.world, owner, { invitationId, ip: '192.0.2.1' })).toMatchObject({ ok: true })
    expect((await listed()).isUndelivered).toBe(false)
  })

  test('is in the audit log without the address', async () => {
    const email = fresh()
    await accept(await invited(email, 'assistant', admin), 'Ann')
    const events = await setup.world.db
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('action', 'in', ['person-invited', 'invitation-accepted'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['invitation-accepted', 'person-invited'])
    expect(JSON.stringify(events)).not.toContain(email)
  })

  test.each(SCRIPT_PAYLOADS.slice(0, 20))('the name of the inviter is text in the e-mail: %s', async (payload) => {
    await forget()
    await setup.world.db.updateTable('person').set({ name: payload }).where('id', '=', admin.personId).execute()
    const email = fresh()
    await send(email, 'creator', admin)
    expect((await setup.mailTo(email)).html_body).not.toContain(payload.includes('<') ? payload : '<script')
  })
})
