import { callSendCourseNews } from '#features/interests/calls.ts'
import type { CourseWaiting } from '#features/waitlist/wire/lists.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { When } from '#ui/local-time.tsx'
import table from '#ui/table.module.css'
import styles from '../progress/learner-table.module.css'
import { ConfirmButton } from './confirm-button.tsx'

type Props = { waiting: CourseWaiting; course: string; as: SignedInAudience; canSend: boolean }

const KINDS = { 'coming-soon': 'Opening of enrolment', reminder: 'New dates', curriculum: 'Curriculum' } as const
const STATES = { unconfirmed: 'Not confirmed', confirmed: 'Confirmed', off: 'Turned off', sent: 'Sent' } as const

export function InterestList({ waiting: { interests, interestCount }, course, as, canSend }: Props) {
  return (
    <section className={styles.section} aria-labelledby="interests">
      <h2 id="interests">Asked for news or the curriculum</h2>
      {canSend && <SendButton course={course} as={as} />}
      {interestCount === 0 ? (
        <p className={styles.empty}>Nobody has asked yet.</p>
      ) : (
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Asked for</th>
              <th scope="col">State</th>
              <th scope="col">Since</th>
              <th scope="col">Came from</th>
            </tr>
          </thead>
          <tbody>
            {interests.map((person) => (
              <tr key={person.interestId}>
                <th scope="row">
                  {person.name ?? person.email} {person.name && <small>{person.email}</small>}
                </th>
                <td data-label="Asked for">{KINDS[person.kind]}</td>
                <td data-label="State">{STATES[person.state]}</td>
                <td data-label="Since">
                  <When at={person.since} zone="UTC" />
                </td>
                <td data-label="Came from">{person.source || 'Not known'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function SendButton({ course, as }: { course: string; as: SignedInAudience }) {
  const call = (preview: boolean) => callSendCourseNews(browserClient(), as, course, preview)
  return (
    <ConfirmButton
      label="Tell them now"
      onPreview={async () => {
        const answer = await call(true)
        if (answer.error !== null) return { error: answer.error, text: '', canConfirm: false }
        const { count } = answer.data.data
        const text =
          count === 0 ? 'Nobody is left who confirmed and has not heard of these dates.' : describeCount(count)
        return { error: null, text, canConfirm: count > 0 }
      }}
      onConfirm={async () => ({ error: (await call(false)).error, text: 'The e-mails are on their way.' })}
    />
  )
}

const describeCount = (count: number): string =>
  `${count === 1 ? '1 person gets' : `${count.toLocaleString('en-GB')} people get`} one e-mail about the next dates.`
