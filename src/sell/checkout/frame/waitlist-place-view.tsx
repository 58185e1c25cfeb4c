import type { ReactNode } from 'react'
import type { WaitlistPlace } from '#sell/waitlist/wire.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import { OfferTimeLeft } from './offer-time-left.tsx'
import { PriceToday } from './price-today.tsx'

type Props = {
  entry: WaitlistPlace
  wantsToLeave: boolean
  message: string | null
  isBusy: boolean
  onConfirm: () => void
  onLeave: () => void
  onClaim: () => void
}

export function WaitlistPlaceView({ entry, wantsToLeave, message, isBusy, onConfirm, onLeave, onClaim }: Props) {
  const { title, lead } = describePlace(entry)
  const { state } = entry
  return (
    <FormFrame key={state} title={title} lead={lead}>
      {entry.startsAt && (
        <p>
          First session: <When at={entry.startsAt} zone={entry.timezoneId} form="day" />,{' '}
          <When at={entry.startsAt} zone={entry.timezoneId} form="class-time" />
        </p>
      )}
      {message && <ErrorMessage>{message}</ErrorMessage>}
      {entry.offer && <OfferTimeLeft until={entry.offer.expiresAt} zone={entry.timezoneId} />}
      {entry.offer && <PriceToday offerCode={entry.offer.offerCode} />}
      {state === 'unconfirmed' && !wantsToLeave && (
        <Button size="tall" wide aria-busy={isBusy} onClick={onConfirm}>
          Confirm my place
        </Button>
      )}
      {state === 'offered' && !wantsToLeave && (
        <Button size="tall" wide aria-busy={isBusy} onClick={onClaim}>
          {entry.seats === 1 ? 'Take my seat' : `Take my ${entry.seats} seats`}
        </Button>
      )}
      {(state === 'unconfirmed' || state === 'waiting') && (
        <Button look="quiet" size="tall" wide aria-busy={isBusy} onClick={onLeave}>
          Leave the waitlist
        </Button>
      )}
      {state === 'offered' && (
        <Button look="quiet" size="tall" wide aria-busy={isBusy} onClick={onLeave}>
          {entry.seats === 1 ? 'Decline the seat' : 'Decline the seats'}
        </Button>
      )}
      {state === 'claimed' && (
        <ButtonLink href="/portal" size="tall" wide>
          Open the portal
        </ButtonLink>
      )}
      {HAS_ENDED.has(state) && (
        <ButtonLink href={`/c/${entry.courseCode}`} look="quiet" size="tall" wide>
          See the course
        </ButtonLink>
      )}
    </FormFrame>
  )
}

const HAS_ENDED: ReadonlySet<WaitlistPlace['state']> = new Set([
  'declined',
  'expired',
  'withdrawn',
  'left',
  'cancelled',
  'closed',
])

function describePlace({ state, title, seats, position }: WaitlistPlace): { title: string; lead: ReactNode } {
  const isOne = seats === 1
  const party = isOne ? 'a seat' : `${seats} seats`
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'Confirm your place on the waitlist',
        lead: `You asked for ${party} in ${title}. Confirm your place, and we’ll e-mail you an offer when seats become free.`,
      }
    case 'waiting':
      return {
        title: position ? `You’re number ${position} on the waitlist` : 'You’re on the waitlist',
        lead: `You’re waiting for ${party} in ${title}. We’ll e-mail you an offer and hold the seats for up to 24 hours.`,
      }
    case 'offered':
      return {
        title: isOne ? 'A seat is held for you' : `${seats} seats are held for you`,
        lead: `In ${title}. If you don’t want ${isOne ? 'it' : 'them'}, decline, so that the next person gets the offer.`,
      }
    case 'claimed':
      return { title: 'You’re enrolled', lead: `You took ${isOne ? 'your seat' : 'your seats'} in ${title}.` }
    case 'declined':
      return {
        title: isOne ? 'You declined the seat' : 'You declined the seats',
        lead: `You’re no longer on the waitlist of ${title}. If these dates are full, you can join it again.`,
      }
    case 'expired':
      return {
        title: 'This offer has expired',
        lead: `The next person on the waitlist of ${title} gets the offer. If these dates are full, you can join again.`,
      }
    case 'cancelled':
      return {
        title: 'These dates were cancelled',
        lead: (
          <>
            <bdi>{title}</bdi> does not take place on these dates.
          </>
        ),
      }
    case 'closed':
      return { title: 'Enrolment is closed', lead: `Nobody can enrol in these dates of ${title} any more.` }
    default:
      return { title: 'You left the waitlist', lead: `We won’t offer you seats in ${title}.` }
  }
}
