import { emailFault } from '#domain/contact.ts'
import { tellConversion } from '#features/consent/conversion.ts'
import { type Ask, WORDS } from '#features/leads/asks.ts'
import { callComingSoon, callCurriculum, callReminder, callWaitlist } from '#features/leads/calls.ts'
import { attributionOf } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, EmailField, SelectField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Sent } from '../take-sent-form.ts'
import styles from './interest-form.module.css'

type About =
  | { courseCode: string; choices?: never }
  | { courseCode?: never; choices: { code: string; title: string }[] }
export type InterestProps = About & { ask: Ask; page: string; sent?: Sent | null }

const PARTY = ['1, just me', '2', '3', '4', '5', '6']

export function Interest(props: InterestProps) {
  return (
    <div className={styles.part} id={props.ask} data-island="interest" data-props={JSON.stringify(props)}>
      <InterestForm {...props} />
    </div>
  )
}

export function InterestForm({ ask, courseCode, choices, page, sent }: InterestProps) {
  const words = WORDS[ask]
  const { form, field, told, isBusy, isDone } = useForm(
    { email: emailFault, partySize: () => null },
    (given, data) => send(ask, String(data.get('courseCode')), given.email.trim(), given.partySize),
    sent && { told: sent.error, faults: sent.fields, isDone: sent.error === null },
  )
  return (
    <form {...form} className={styles.form} action={`${page}#${ask}`}>
      {told && <Told>{told}</Told>}
      <input type="hidden" name="ask" value={ask} />
      {choices ? (
        <SelectField name="courseCode" label="Course" idPrefix={ask}>
          {choices.map(({ code, title }) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="courseCode" value={courseCode} />
      )}
      <EmailField
        {...field('email')}
        label="E-mail"
        autoComplete="email"
        idPrefix={ask}
        defaultValue={sent?.email}
        required
      />
      {ask === 'waitlist' && (
        <SelectField {...field('partySize')} label="Seats you need" idPrefix={ask}>
          {PARTY.map((label, index) => (
            <option key={label} value={index + 1}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" {...(choices ? {} : { look: 'course' as const })} size="tall" wide aria-busy={isBusy}>
        {isBusy ? words.busy : words.button}
      </Button>
      {isDone ? <Done>{words.done}</Done> : <p className={styles.small}>{words.small}</p>}
    </form>
  )
}

async function send(ask: Ask, courseCode: string, email: string, partySize: string) {
  const client = browserClient()
  const source = attributionOf(sessionStorage)
  const contact = { email, timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', ...source }
  const answer = await {
    waitlist: () => callWaitlist(client, { ...contact, courseCode, partySize }),
    'coming-soon': () => callComingSoon(client, { data: contact, course: courseCode }),
    reminder: () => callReminder(client, { ...contact, courseCode }),
    curriculum: () => callCurriculum(client, { email, course: courseCode, ...source }),
  }[ask]()
  if (answer.error !== null) return answer
  void tellConversion({ event: 'lead', ask, courseCode })
  return null
}
