import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { leaveOwnNews, type OwnNews } from '#catalogue/interests/wire.ts'
import { browserClient } from '#http/client.ts'
import { leaveOwnPlace, linkOwnPlace, type OwnPlace } from '#sell/waitlist/wire/own.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { LearnerHome } from '../wire.ts'
import styles from './waiting.module.css'

type Call = () => Promise<{ error: string | null }>

export function Waiting({ waitlistEntries, interests }: LearnerHome['waiting']) {
  return (
    <section className={styles.card} aria-labelledby="waiting">
      <h2 id="waiting">Waitlists and news</h2>
      <ul>
        {waitlistEntries.map((entry) => (
          <WaitlistEntry key={entry.entryId} entry={entry} />
        ))}
        {interests.map((interest) => (
          <Interest key={interest.interestId} interest={interest} />
        ))}
      </ul>
    </section>
  )
}

function WaitlistEntry({ entry }: { entry: OwnPlace }) {
  const { entryId, title, state, seats } = entry
  return (
    <Item
      title={title}
      isOffer={state === 'offered'}
      leave={{
        label: state === 'offered' ? 'Decline' : 'Leave',
        question: state === 'offered' ? 'Give the offered seats to the next person?' : 'Leave this waitlist?',
        send: () => browserClient().call(leaveOwnPlace, { auth: 'learner', params: { entryId } }),
      }}
      open={
        state === 'waiting'
          ? null
          : { label: state === 'offered' ? getClaimLabel(seats) : 'Confirm', send: () => showEntry(entryId) }
      }
    >
      <EntryState entry={entry} />
    </Item>
  )
}

function EntryState({ entry }: { entry: OwnPlace }) {
  const { state, seats, position, startsAt, timezoneId, offerExpiresAt } = entry
  const dates = startsAt && (
    <>
      {' '}
      Starts <When at={startsAt} zone={timezoneId} form="day" />.
    </>
  )
  if (state === 'offered' && offerExpiresAt)
    return (
      <p>
        {seats === 1 ? 'A seat is' : `${seats} seats are`} held for you until{' '}
        <When at={offerExpiresAt} zone={timezoneId} />.{dates}
      </p>
    )
  const party = seats === 1 ? 'One seat' : `${seats} seats`
  return (
    <p>
      {state === 'waiting' ? `Waitlist: number ${position}. ${party}.` : `Waitlist: not confirmed yet. ${party}.`}
      {dates}
    </p>
  )
}

function Interest({ interest: { interestId, title, kind, state } }: { interest: OwnNews }) {
  const promise = kind === 'coming-soon' ? 'when enrolment opens' : 'about the next dates, and before enrolment closes'
  return (
    <Item
      title={title}
      leave={{
        label: 'Turn off',
        question: 'Turn these e-mails off?',
        send: () => browserClient().call(leaveOwnNews, { auth: 'learner', params: { interestId } }),
      }}
      open={null}
    >
      <p>
        {state === 'on'
          ? `We’ll e-mail you ${promise}.`
          : 'Open the link in our e-mail to confirm that you want this news.'}
      </p>
    </Item>
  )
}

type ItemProps = {
  title: string
  isOffer?: boolean
  open: { label: string; send: Call } | null
  leave: { label: string; question: string; send: Call }
  children: ReactNode
}

function Item({ title, isOffer = false, open, leave, children }: ItemProps) {
  const { revalidate } = useRevalidator()
  const [{ isAsking, isBusy, message }, setState] = useState({ isAsking: false, isBusy: false, message: '' })

  async function sendCall(send: Call) {
    if (isBusy) return
    setState({ isAsking, isBusy: true, message: '' })
    const { error } = await send()
    setState({ isAsking: false, isBusy: false, message: error ?? '' })
    await revalidate()
  }
  const ask = (isAsking: boolean) => setState({ isAsking, isBusy: false, message: '' })
  return (
    <li data-offer={isOffer || undefined}>
      <div>
        <h3>{title}</h3>
        {children}
        {isAsking && <p role="status">{leave.question}</p>}
        {message && <ErrorMessage>{message}</ErrorMessage>}
      </div>
      {isAsking ? (
        <div className={styles.actions}>
          <Button size="compact" aria-busy={isBusy} onClick={() => sendCall(leave.send)}>
            {leave.label}
            <span className={text.unseen}> {title}</span>
          </Button>
          <Button size="compact" look="quiet" onClick={() => ask(false)}>
            Keep it
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          {open && (
            <Button size="compact" aria-busy={isBusy} onClick={() => sendCall(open.send)}>
              {open.label}
              <span className={text.unseen}> {title}</span>
            </Button>
          )}
          <Button size="compact" look="quiet" onClick={() => ask(true)}>
            {leave.label}
            <span className={text.unseen}> {title}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

const getClaimLabel = (seats: number): string => (seats === 1 ? 'Take the seat' : 'Take the seats')

/** The page of the place confirms it, or starts the checkout of the offered seats. */
async function showEntry(entryId: number): Promise<{ error: string | null }> {
  const response = await browserClient().call(linkOwnPlace, { auth: 'learner', params: { entryId } })
  if (response.error === null) location.assign(`/waitlist#token=${response.data.data.token}`)
  return response
}
