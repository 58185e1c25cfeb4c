import { emailFault } from '#domain/contact.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { callGeneralEnrolment } from '#features/checkout/calls/enrol.ts'
import { keepEnrolment, newEnrolment } from '#features/checkout/parts/enrolment.ts'
import type { General } from '#features/checkout/wire/enrol.ts'
import { attributionOf } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, Done, EmailField, Field, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Sent } from '../take-sent-form.ts'
import { canEnrol, isFree } from '../words.ts'
import styles from './quick-enrol.module.css'

type Props = { courseCode: string; offerCode: string; isFree: boolean; page: string; sent: Sent | null }

const DONE: Record<General['outcome'], string> = {
  enrolled: 'One mail is on its way. Its button opens your place.',
  checkout: 'Here is the checkout…',
  waitlisted: 'The last seat has just gone. You’re on the waitlist.',
  received: 'Noted. You hear from us when there is a next date.',
}

export function QuickEnrol({ course, page, sent }: { course: CourseDefinition; page: string; sent: Sent | null }) {
  const { offerCode } = course
  if (!canEnrol(course) || !offerCode) return null
  const own = sent?.ask === 'enrol' ? sent : null
  const props = { courseCode: course.courseCode, offerCode, isFree: isFree(course), page, sent: own }
  return (
    <section className={styles.part} id="enrol" aria-labelledby="enrol-title">
      <div>
        <h2 id="enrol-title">Enrol from here</h2>
        <p className={styles.lead}>
          {props.isFree
            ? 'Your name and your address, and a place is yours. There is nothing to pay.'
            : 'We’ll fill these in at checkout. Nothing is held or charged before you pay there.'}
        </p>
      </div>
      <div data-island="enrol" data-props={JSON.stringify(props)}>
        <QuickEnrolForm {...props} />
      </div>
    </section>
  )
}

export function QuickEnrolForm({ courseCode, offerCode, isFree: free, page, sent }: Props) {
  const rules = {
    name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
    email: emailFault,
    terms: (text: string) => (text === '' ? 'Please agree to the enrolment terms.' : null),
  }
  const { form, field, told, isBusy, isDone } = useForm(
    rules,
    ({ name, email }) => send({ courseCode, offerCode, name: name.trim(), email: email.trim() }),
    sent && { told: sent.error, faults: sent.fields, isDone: sent.error === null },
  )
  const { error: termsFault, ...terms } = field('terms')
  return (
    <form {...form} className={styles.form} action={`${page}#enrol`}>
      {told && <Told>{told}</Told>}
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
      {termsFault && <Told>{termsFault}</Told>}
      <Button type="submit" look="course" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'One moment…' : free ? 'Enrol free' : 'Go to the checkout'}
      </Button>
      {isDone && <Done>{DONE[sent?.outcome ?? (free ? 'enrolled' : 'checkout')]}</Done>}
    </form>
  )
}

type Wish = { courseCode: string; offerCode: string; name: string; email: string }

async function send({ courseCode, offerCode, name, email }: Wish) {
  const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const body = { courseCode, name, email, timezoneId, consent: { terms: true }, ...attributionOf(sessionStorage) }
  const answer = await callGeneralEnrolment(browserClient(), body, crypto.randomUUID())
  if (answer.error !== null) return answer
  const { checkoutUrl } = answer.data.data
  if (checkoutUrl) {
    // The address of a draft tells nobody whose it is: this tab remembers what was typed here.
    const kept = { ...newEnrolment({ courseCode, offerCode }, null, new Date()), name, email }
    keepEnrolment({ session: sessionStorage }, kept)
    location.assign(checkoutUrl)
  }
  return null
}
