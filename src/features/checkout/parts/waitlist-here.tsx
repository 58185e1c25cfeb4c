import { emailFault } from '#domain/contact.ts'
import { noteConversion } from '#features/consent/conversion.ts'
import { WORDS } from '#features/leads/asks.ts'
import { callWaitlist } from '#features/leads/calls.ts'
import { attributionOf } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, EmailField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { hereZone } from './here.ts'
import styles from './sheet.module.css'

type Props = { courseCode: string; seats: number; email: string }

const MOST_IN_LINE = 6

export function WaitlistHere({ courseCode, seats, email }: Props) {
  const words = WORDS.waitlist
  const { form, field, told, isBusy, isDone } = useForm({ email: emailFault }, (given) =>
    join({ courseCode, seats, email: given.email.trim() }),
  )
  return (
    <form {...form} className={styles.waitlist}>
      <h2>Wait for {seats === 1 ? 'a seat' : `${Math.min(seats, MOST_IN_LINE)} seats`}</h2>
      {told && <Told>{told}</Told>}
      <EmailField
        {...field('email')}
        label="E-mail"
        autoComplete="email"
        idPrefix="waitlist"
        defaultValue={email}
        required
      />
      <Button type="submit" look="quiet" aria-busy={isBusy}>
        {isBusy ? words.busy : words.button}
      </Button>
      {isDone ? <Done>{words.done}</Done> : <p className={styles.note}>{words.small}</p>}
    </form>
  )
}

async function join({ courseCode, seats, email }: Props) {
  const source = attributionOf(sessionStorage)
  const wish = { email, courseCode, partySize: Math.min(seats, MOST_IN_LINE), timezoneId: hereZone(), ...source }
  const answer = await callWaitlist(browserClient(), wish)
  if (answer.error !== null) return answer
  noteConversion(sessionStorage, `waitlist ${courseCode}`, { event: 'lead', ask: 'waitlist', courseCode })
  return null
}
