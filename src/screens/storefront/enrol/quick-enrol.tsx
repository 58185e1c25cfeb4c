import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { emailFault } from '#domain/contact.ts'
import { getAttribution } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { createEnrolment, storeEnrolment } from '#sell/checkout/session/enrolment.ts'
import { type General, generalEnrolment } from '#sell/checkout/wire/enrol.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, EmailField, ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { canEnrol, isFree } from '../course-labels.ts'
import { useIsDraft } from '../draft/is-draft.ts'
import type { PageFormResult } from '../handle-page-form.ts'
import styles from './quick-enrol.module.css'

type Props = {
  courseCode: string
  offerCode: string
  isFree: boolean
  page: string
  sendsMail: boolean
  sent: PageFormResult | null
}

type DoneTexts = Record<General['outcome'], string>
const DONE_TEXTS: DoneTexts = {
  enrolled: 'We’ve e-mailed you. Click the button in that e-mail to confirm your place.',
  checkout: 'Opening the checkout…',
  waitlisted: 'The last seat has just gone. Open the link in our e-mail to confirm your place on the waitlist.',
  received: 'Thanks. Open the link in our e-mail to confirm your address.',
}
const DONE_TEXTS_WITHOUT_MAIL: DoneTexts = {
  ...DONE_TEXTS,
  enrolled:
    'Thanks. We can’t send e-mails yet, and keep your place only for a while. No e-mail to confirm it in a day? Enrol again.',
  waitlisted:
    'The last seat has just gone. We can’t send the link that confirms your place on the waitlist yet. Please try again later.',
  received: 'Thanks. We can’t send the link that confirms your address yet. Please try again later.',
}

/** An island imports this module, so it can't ask the router for `sendsMail`. */
export function QuickEnrol({
  course,
  sendsMail,
  page,
  sent,
}: {
  course: CourseDefinition
  sendsMail: boolean
  page: string
  sent: PageFormResult | null
}) {
  const { offerCode } = course
  const isDraft = useIsDraft()
  if (!canEnrol(course) || !offerCode) return null
  const sentEnrolment = sent?.formKind === 'enrol' ? sent : null
  const props = {
    courseCode: course.courseCode,
    offerCode,
    isFree: isFree(course),
    page,
    sendsMail,
    sent: sentEnrolment,
  }
  return (
    <section className={styles.part} id="enrol" aria-labelledby="enrol-title">
      <div>
        <h2 id="enrol-title">Quick enrolment</h2>
        <p className={styles.lead}>
          {props.isFree
            ? 'Enter your name and e-mail to get a place. It’s free.'
            : 'We’ll fill these in at checkout. Nothing is held or charged before you pay there.'}
        </p>
      </div>
      <div {...(isDraft ? { inert: true } : { 'data-island': 'enrol', 'data-props': JSON.stringify(props) })}>
        <QuickEnrolForm {...props} />
      </div>
    </section>
  )
}

export function QuickEnrolForm({ courseCode, offerCode, isFree: isFreeCourse, page, sendsMail, sent }: Props) {
  const doneTexts = sendsMail ? DONE_TEXTS : DONE_TEXTS_WITHOUT_MAIL
  const rules = {
    name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
    email: emailFault,
    terms: (text: string) => (text === '' ? 'Please agree to the enrolment terms.' : null),
  }
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    rules,
    ({ name, email }) => sendEnrolment({ courseCode, offerCode, name: name.trim(), email: email.trim() }),
    sent && { message: sent.error, faults: sent.fields, isDone: sent.error === null },
  )
  const { error: termsFault, ...terms } = field('terms')
  return (
    <form {...form} className={styles.form} action={`${page}#enrol`}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <input type="hidden" name="ask" value="enrol" />
      <input type="hidden" name="courseCode" value={courseCode} />
      <div className={styles.pair}>
        <Field
          {...field('name')}
          label="Full name"
          autoComplete="name"
          idPrefix="enrol"
          defaultValue={sent?.name}
          required
        />
        <EmailField
          {...field('email')}
          label="E-mail"
          autoComplete="email"
          idPrefix="enrol"
          defaultValue={sent?.email}
          required
        />
      </div>
      <CheckField
        {...terms}
        onBlur={undefined}
        aria-invalid={termsFault ? true : undefined}
        label={
          <>
            I agree to the <a href="/enrollment-terms">enrolment terms</a>.
          </>
        }
      />
      {termsFault && <ErrorMessage>{termsFault}</ErrorMessage>}
      <Button type="submit" look="course" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'One moment…' : isFreeCourse ? 'Enrol free' : 'Go to the checkout'}
      </Button>
      {isDone && (
        <SuccessMessage>{doneTexts[sent?.outcome ?? (isFreeCourse ? 'enrolled' : 'checkout')]}</SuccessMessage>
      )}
    </form>
  )
}

type QuickEnrolInput = { courseCode: string; offerCode: string; name: string; email: string }

async function sendEnrolment({ courseCode, offerCode, name, email }: QuickEnrolInput) {
  const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const body = { courseCode, name, email, timezoneId, consent: { terms: true }, ...getAttribution(sessionStorage) }
  const response = await browserClient().call(generalEnrolment, { body, idempotencyKey: crypto.randomUUID() })
  if (response.error !== null) return response
  const { checkoutUrl } = response.data.data
  if (checkoutUrl) {
    // A draft URL holds no personal data, so this tab stores the input.
    const storedEnrolment = { ...createEnrolment({ courseCode, offerCode }, null, new Date()), name, email }
    storeEnrolment({ session: sessionStorage }, storedEnrolment)
    location.assign(checkoutUrl)
  }
  return null
}
