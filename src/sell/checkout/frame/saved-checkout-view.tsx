import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import type { SavedCheckout } from '../wire/saved.ts'
import { PriceToday } from './price-today.tsx'

type Props = {
  saved: SavedCheckout
  wantsToDelete: boolean
  message: string | null
  isBusy: boolean
  onContinue: () => void
  onDelete: () => void
}

const LEADS = {
  open: 'Continue where you left off. No seat is held.',
  full: 'These dates are full now. The course’s page shows other dates and the waitlist.',
  closed: 'Enrolment has closed. The course’s page shows other dates.',
}

export function SavedCheckoutView({ saved, wantsToDelete, message, isBusy, onContinue, onDelete }: Props) {
  const { title, seats, friends, startsAt, timezoneId, state, courseCode, offerCode } = saved
  const names = friends.flatMap(({ name, email }) => name || email || [])
  return (
    <FormFrame key={state} title={title} lead={LEADS[state]}>
      {startsAt && (
        <p>
          First session: <When at={startsAt} zone={timezoneId} form="day" />,{' '}
          <When at={startsAt} zone={timezoneId} form="class-time" />
        </p>
      )}
      <p>
        {seats === 1 ? '1 seat' : `${seats} seats`}
        {names.length > 0 && `, with ${names.join(', ')}`}
      </p>
      {state === 'open' && !wantsToDelete && <PriceToday offerCode={offerCode} />}
      {message && <ErrorMessage>{message}</ErrorMessage>}
      {state === 'open' && !wantsToDelete && (
        <Button size="tall" wide onClick={onContinue}>
          Continue
        </Button>
      )}
      {state !== 'open' && (
        <ButtonLink href={`/c/${courseCode}`} size="tall" wide>
          See the course
        </ButtonLink>
      )}
      <Button look="quiet" size="tall" wide aria-busy={isBusy} onClick={onDelete}>
        Delete what I saved
      </Button>
    </FormFrame>
  )
}
