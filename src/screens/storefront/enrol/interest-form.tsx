import { LEAD_TEXTS, type LeadKind } from '#catalogue/leads/lead-kinds.ts'
import { comingSoonNotification, courseReminderList, joinWaitlist, sendCurriculum } from '#catalogue/leads/wire.ts'
import { emailFault } from '#domain/contact.ts'
import { getAttribution } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { sendConversion } from '#people/consent/conversion.ts'
import { rememberWaitlist } from '#sell/checkout/session/remember-waitlist.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, SelectField, SentMessage, SuccessMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useIsDraft } from '../draft/is-draft.ts'
import type { PageFormResult } from '../handle-page-form.ts'
import styles from './interest-form.module.css'

type InterestTarget =
  | { courseCode: string; courseName: string; choices?: never }
  | { courseCode?: never; courseName?: never; choices: { code: string; title: string }[] }
export type InterestProps = InterestTarget & { interest: LeadKind; page: string; sent?: PageFormResult | null }

const SEAT_OPTIONS = ['1, just me', '2', '3', '4', '5', '6']

export function InterestIsland(props: InterestProps) {
  const isDraft = useIsDraft()
  const island = isDraft ? { inert: true } : { 'data-island': 'interest', 'data-props': JSON.stringify(props) }
  return (
    <div className={styles.part} id={props.interest} {...island}>
      <InterestForm {...props} />
    </div>
  )
}

export function InterestForm({ interest, courseCode, courseName = '', choices, page, sent }: InterestProps) {
  const interestTexts = LEAD_TEXTS[interest]
  const { form, field, errorMessage, errorCode, isBusy, isDone } = useForm(
    { email: emailFault, partySize: () => null },
    (input, data) =>
      sendInterest(
        interest,
        { courseCode: String(data.get('courseCode')), courseName },
        input.email.trim(),
        input.partySize,
      ),
    sent && { message: sent.error, faults: sent.fields, isDone: sent.error === null },
  )
  if (isDone && !choices) return <SentMessage>{interestTexts.done}</SentMessage>
  return (
    <form {...form} className={styles.form} action={`${page}#${interest}`} data-error-code={errorCode ?? undefined}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <input type="hidden" name="ask" value={interest} />
      {choices ? (
        <SelectField name="courseCode" label="Course" idPrefix={interest}>
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
        idPrefix={interest}
        defaultValue={sent?.email}
        required
      />
      {interest === 'waitlist' && (
        <SelectField {...field('partySize')} label="Seats you need" idPrefix={interest}>
          {SEAT_OPTIONS.map((label, index) => (
            <option key={label} value={index + 1}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Button
        type="submit"
        {...(choices ? {} : { look: 'course' as const })}
        size="tall"
        wide
        aria-busy={isBusy}
        disabled={isFinal(errorCode)}
      >
        {isBusy ? interestTexts.busy : interestTexts.button}
      </Button>
      {isDone ? (
        <SuccessMessage>{interestTexts.done}</SuccessMessage>
      ) : (
        <p className={styles.small}>{interestTexts.note}</p>
      )}
    </form>
  )
}

/** Sending again does not help: the reminder list of the course is closed, or there is no such course. */
const FINAL_CODES = ['REMINDER_CLOSED', 'REMINDER_COURSE_NOT_FOUND', 'REMINDER_COURSE_EXCLUDED']
const isFinal = (errorCode: string | null): boolean => errorCode !== null && FINAL_CODES.includes(errorCode)

async function sendInterest(
  interest: LeadKind,
  { courseCode, courseName }: { courseCode: string; courseName: string },
  email: string,
  partySize: string,
) {
  const client = browserClient()
  const attribution = getAttribution(sessionStorage)
  const contact = { email, timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', ...attribution }
  const response = await {
    waitlist: () => client.call(joinWaitlist, { body: { ...contact, courseCode, partySize } }),
    'coming-soon': () =>
      client.call(comingSoonNotification, { body: { data: contact, course: courseCode, courseName } }),
    reminder: () => client.call(courseReminderList, { body: { ...contact, courseCode } }),
    curriculum: () => client.call(sendCurriculum, { body: { ...contact, course: courseCode, courseName } }),
  }[interest]()
  if (response.error !== null) return response
  if (interest === 'waitlist') rememberWaitlist({ courseCode, email, seats: Number(partySize) })
  void sendConversion({ event: 'lead', ask: interest, courseCode })
  return null
}
