import { LEAD_TEXTS } from '#catalogue/leads/lead-kinds.ts'
import { joinWaitlist } from '#catalogue/leads/wire.ts'
import { emailFault } from '#domain/contact.ts'
import { getAttribution } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import styles from '#people/app-shell/status-card.module.css'
import { queueConversion } from '#people/consent/conversion.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, SentMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { getTimeZone } from '../session/visitor-location.ts'

type Props = { courseCode: string; seats: number; email: string }

const MAX_WAITLIST_SEATS = 6

export function WaitlistForm({ courseCode, seats, email }: Props) {
  const interestTexts = LEAD_TEXTS.waitlist
  const { form, field, errorMessage, isBusy, isDone } = useForm({ email: emailFault }, (input) =>
    sendWaitlistForm({ courseCode, seats, email: input.email.trim() }),
  )
  if (isDone) return <SentMessage>{interestTexts.done}</SentMessage>
  return (
    <form {...form} className={styles.waitlist}>
      <h2>Wait for {seats === 1 ? 'a seat' : `${Math.min(seats, MAX_WAITLIST_SEATS)} seats`}</h2>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <EmailField
        {...field('email')}
        label="E-mail"
        autoComplete="email"
        idPrefix="waitlist"
        defaultValue={email}
        required
      />
      <Button type="submit" look="quiet" aria-busy={isBusy}>
        {isBusy ? interestTexts.busy : interestTexts.button}
      </Button>
      <p className={styles.note}>{interestTexts.note}</p>
    </form>
  )
}

async function sendWaitlistForm({ courseCode, seats, email }: Props) {
  const attribution = getAttribution(sessionStorage)
  const waitlistInput = {
    email,
    courseCode,
    partySize: Math.min(seats, MAX_WAITLIST_SEATS),
    timezoneId: getTimeZone(),
    ...attribution,
  }
  const response = await browserClient().call(joinWaitlist, { body: waitlistInput })
  if (response.error !== null) return response
  queueConversion(sessionStorage, `waitlist ${courseCode}`, { event: 'lead', ask: 'waitlist', courseCode })
  return null
}
