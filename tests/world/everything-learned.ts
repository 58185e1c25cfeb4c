/** A row about one person in every table of learning, for everything-about.ts. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Fill } from './everything-about.ts'

const soon = () => new Date(Date.now() + 86_400_000)
const hash = () => randomBytes(32)
const createNumber = () => randomBytes(5).toString('hex').toUpperCase()

/** By table, as in everything-about.ts. */
export const learningFills: Readonly<Record<string, Fill>> = {
  play_grant: async (tx, { id }, { lessonId }) => {
    const log_in = { person_id: id, audience: 'learner' as const, expires_at: soon(), device: 'device' }
    const session = await tx.insertInto('session').values(log_in).returning('id').executeTakeFirstOrThrow()
    const ends = { alive_until: new Date(), ends_at: new Date() }
    await tx
      .insertInto('play_grant')
      .values({ ...ends, asset_ids: [], lesson_id: lessonId, person_id: id, login_session_id: session.id })
      .execute()
    return ''
  },
  access_extension: async (tx, { id }) => {
    const { id: enrolment_id } = await tx
      .selectFrom('enrolment')
      .select('id')
      .where('person_id', '=', id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const ends = { previous_end: new Date(), next_end: soon() }
    const reason = 'Was ill for a month'
    await tx
      .insertInto('access_extension')
      .values({ enrolment_id, ...ends, reason, extended_by: id })
      .execute()
    return reason
  },
  learner_note: async (tx, { id }, { courseCode }) => {
    const text = 'Works nights until February'
    await tx
      .insertInto('learner_note')
      .values({ person_id: id, course_code: courseCode.replace(/-1$/, ''), text, updated_by: id })
      .execute()
    return text
  },
  watch: async (tx, { id }, { lessonId, courseCode }) => {
    const asset = await tx
      .insertInto('asset')
      .values({
        owner_kind: 'course' as const,
        course_code: courseCode.replace(/-1$/, ''),
        kind: 'video' as const,
        filename: 'lesson.mp4',
        bytes: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('watch')
      .values({ person_id: id, lesson_id: lessonId, asset_id: asset.id, ranges: '{[0,15)}' })
      .execute()
    return '[0,15)'
  },
  lesson_progress: async (tx, { id }, { lessonId }) => {
    await tx
      .insertInto('lesson_progress')
      .values({ person_id: id, lesson_id: lessonId, completed_at: new Date(), completed_by: 'marked' as const })
      .execute()
    return 'marked'
  },
  course_completion: async (tx, { id }, { courseCode }) => {
    const course_code = courseCode.replace(/-1$/, '')
    await tx
      .insertInto('course_completion')
      .values({ person_id: id, course_code, required_lesson_ids: [randomUUID()], gives_certificate: true })
      .execute()
    return course_code
  },
  lesson_note: async (tx, { id, name }, { lessonId }) => {
    await tx
      .insertInto('lesson_note')
      .values({ person_id: id, lesson_id: lessonId, text: `A note of ${name}` })
      .execute()
    return `A note of ${name}`
  },
  attendance: async (tx, { id }, { sessionId }) => {
    await tx.insertInto('attendance').values({ session_id: sessionId, person_id: id, joined_at: new Date() }).execute()
    return 'joined_at'
  },
  calendar_feed: async (tx, { id }) => {
    await tx.insertInto('calendar_feed').values({ person_id: id }).execute()
    return ''
  },
  opened_digest: async (tx, { id }) => {
    await tx.insertInto('opened_digest').values({ person_id: id, announced_until: new Date() }).execute()
    return ''
  },
  broadcast_recipient: async (tx, { id, name }, { courseCode }) => {
    const message = { subject: 'Bring a lamp', body: `Hello {first name}` }
    const times = { send_at: new Date(), day_slot: 1, started_at: new Date() }
    const { id: broadcast_id } = await tx
      .insertInto('broadcast')
      .values({ ...message, ...times, course_code: courseCode.replace(/-1$/, ''), recipients: '{}', state: 'sending' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const variables = JSON.stringify({ 'first name': name })
    await tx.insertInto('broadcast_recipient').values({ broadcast_id, person_id: id, variables }).execute()
    return name
  },
  certificate: async (tx, { id, name }, { courseCode }) => {
    const numbers = { public_id: randomBytes(16).toString('base64url'), number: createNumber() }
    const { id: certificate_id } = await tx
      .insertInto('certificate')
      .values({
        ...numbers,
        person_id: id,
        course_code: courseCode.replace(/-1$/, ''),
        course_title: 'A course',
        name,
        completed_on: '2027-01-12',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key = { key_id: randomUUID(), public_jwk: '{}', sealed_private_key: hash(), retired_at: new Date() }
    await tx.insertInto('credential_key').values(key).execute()
    await tx
      .insertInto('credential')
      .values({ certificate_id, revision: 1, key_id: key.key_id, jws: name, issued_at: new Date() })
      .execute()
    return numbers.number
  },
  credential: async () => '',
}
