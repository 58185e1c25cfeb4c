import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { logOutHere } from '#features/accounts/session.ts'
import type { Here } from '#features/accounts/wire/country.ts'
import type { Profile } from '#features/accounts/wire.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import type { About } from './about.ts'
import type { Beginning } from './begin.ts'
import styles from './checkout.module.css'
import { EnrolledSheet, GoneSheet } from './closed-sheets.tsx'
import { LearningHere } from './details-fields.tsx'
import type { AfterEnrolling } from './enrol-here.ts'
import { type Details, keepEnrolment } from './enrolment.ts'
import { CheckoutFrame } from './frame.tsx'
import { FreeForm } from './free-form.tsx'
import { Summary } from './summary.tsx'

type Props = {
  beginning: Extract<Beginning, { is: 'free' }>
  here: Here | null
  about: About
  course: CourseDefinition
  support: string
}

const LOGGED_OUT = 'You were logged out. Log in again, or go on as a guest: what you typed is still here.'

export function FreeCheckout({ beginning, here, about, course, support }: Props) {
  const kept = { local: localStorage, session: sessionStorage }
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const [enrolment, setEnrolment] = useState(beginning.enrolment)
  const [profile, setProfile] = useState(beginning.profile)
  const [told, tell] = useState<string | null>(null)
  const [end, setEnd] = useState<AfterEnrolling | null>(null)

  function type(typed: Partial<Details>) {
    const next = { ...enrolment, ...typed }
    keepEnrolment(kept, next)
    setEnrolment(next)
  }

  function loggedIn({ email, name, learner }: Profile) {
    type({ email, name, phoneNumber: enrolment.phoneNumber || (learner.phoneNumber ?? '') })
    revalidator.revalidate()
  }

  async function logOut() {
    setProfile(null)
    type({ email: '', name: '', phoneNumber: '' })
    await logOutHere(browserClient(), kept)
  }

  function goOn(after: AfterEnrolling) {
    tell(null)
    if (after.next === 'receipt') navigate(`/order/${after.orderId}`, { replace: true })
    else if (after.next === 'pay') revalidator.revalidate()
    else if (after.next === 'logged-out') setProfile(null)
    else setEnd(after)
    if (after.next === 'say' || after.next === 'logged-out') tell(after.next === 'say' ? after.message : LOGGED_OUT)
  }

  return (
    <CheckoutFrame hue={about.hue} summary={<Summary about={about} quote={null} support={support} />}>
      {end?.next === 'gone' && <GoneSheet why={end.why} course={course} courseCode={enrolment.courseCode} />}
      {end?.next === 'enrolled' && <EnrolledSheet />}
      {end?.next !== 'gone' && end?.next !== 'enrolled' && (
        <>
          <div className={styles.intro}>
            <h1>Take your {about.place}</h1>
            <p>It is free: no card, and nothing to pay later.</p>
          </div>
          {!profile && <LearningHere email={enrolment.email} onLoggedIn={loggedIn} />}
          <FreeForm
            enrolment={enrolment}
            profile={profile}
            here={here}
            about={about}
            told={told}
            onType={type}
            onLogOut={logOut}
            onAnswer={goOn}
          />
        </>
      )}
    </CheckoutFrame>
  )
}
