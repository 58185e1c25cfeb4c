import { sendCourseNews } from '#catalogue/interests/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { CourseWaiting } from '#sell/waitlist/wire/lists.ts'
import { Section } from '#ui/layout/section.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { PeopleTable } from './people-table.tsx'

type Props = { waiting: CourseWaiting; course: string; as: SignedInAudience; canSend: boolean }

const KINDS = { 'coming-soon': 'Opening of enrolment', reminder: 'New dates', curriculum: 'Curriculum' } as const
const STATES = { unconfirmed: 'Not confirmed', confirmed: 'Confirmed', off: 'Turned off', sent: 'Sent' } as const

export function InterestList({ waiting: { interests }, course, as, canSend }: Props) {
  return (
    <Section title="Asked for news or the curriculum">
      {canSend && interests.some(({ state }) => state === 'confirmed') && <SendButton course={course} as={as} />}
      <PeopleTable
        about="Asked for"
        timezoneId="UTC"
        empty="Nobody has asked yet."
        rows={interests.map((person) => ({
          key: person.interestId,
          person,
          about: KINDS[person.kind],
          state: STATES[person.state],
        }))}
      />
    </Section>
  )
}

function SendButton({ course, as }: { course: string; as: SignedInAudience }) {
  const call = (preview: boolean) =>
    browserClient().call(sendCourseNews, { auth: as, params: { course }, body: { preview } })
  return (
    <ConfirmButton
      label="E-mail them now"
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
