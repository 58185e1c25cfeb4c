import { browserClient, type SignedInAudience } from '#http/client.ts'
import { inviteNow, type Waitlist } from '#sell/waitlist/wire/lists.ts'
import { Section } from '#ui/layout/section.tsx'
import { When } from '#ui/local-time.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { PeopleTable } from './people-table.tsx'

type Props = { waitlist: Waitlist; course: string; as: SignedInAudience; canInvite: boolean }

const STATES = { unconfirmed: 'Not confirmed', waiting: 'Waiting', offered: 'Has an offer' } as const

export function WaitlistTable({ waitlist, course, as, canInvite }: Props) {
  const { courseCode, startsAt, timezoneId, freeSeats, entries } = waitlist
  const fits = (seats: number) => freeSeats === null || seats <= freeSeats
  return (
    <Section
      title={
        <>
          Waitlist{' '}
          {startsAt ? (
            <>
              of <When at={startsAt} zone={timezoneId} />
            </>
          ) : (
            courseCode
          )}
        </>
      }
    >
      <p>{freeSeats === null ? 'No limit of seats' : freeSeats === 1 ? '1 free seat' : `${freeSeats} free seats`}</p>
      <PeopleTable
        about="Seats"
        timezoneId={timezoneId}
        rows={entries.map((entry) => ({
          key: entry.entryId,
          person: entry,
          about: entry.seats,
          state: (
            <>
              {STATES[entry.state]}
              {entry.position && `, number ${entry.position}`}
              {entry.offerExpiresAt && (
                <>
                  {' '}
                  until <When at={entry.offerExpiresAt} zone={timezoneId} />
                </>
              )}
              {canInvite && entry.state === 'waiting' && fits(entry.seats) && (
                <InviteButton course={course} entryId={entry.entryId} as={as} email={entry.email} />
              )}
            </>
          ),
        }))}
      />
    </Section>
  )
}

type InviteProps = { course: string; entryId: number; as: SignedInAudience; email: string }

function InviteButton({ course, entryId, as, email }: InviteProps) {
  const call = (preview: boolean) =>
    browserClient().call(inviteNow, { auth: as, params: { course, entryId }, body: { preview } })
  return (
    <ConfirmButton
      label="Invite now"
      onPreview={async () => {
        const answer = await call(true)
        if (answer.error !== null) return { error: answer.error, text: '', canConfirm: false }
        const { waitingLonger } = answer.data.data
        return { error: null, text: describeTurn(waitingLonger), canConfirm: true }
      }}
      onConfirm={async () => ({ error: (await call(false)).error, text: `${email} gets an offer for 24 hours.` })}
    />
  )
}

function describeTurn(waitingLonger: number): string {
  if (waitingLonger === 0) return 'This person is the first on the waitlist.'
  return waitingLonger === 1 ? '1 person waits longer.' : `${waitingLonger} people wait longer.`
}
