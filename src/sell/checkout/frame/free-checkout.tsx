import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { browserClient } from '#http/client.ts'
import { logOutBrowser } from '#people/accounts/session/session.ts'
import type { VisitorCountry } from '#people/accounts/wire/country.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { LogInPrompt } from '../form/details-fields.tsx'
import { FreeForm } from '../form/free-form.tsx'
import { pickDetails } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import { type CheckoutFriend, type ContactDetails, storeEnrolment } from '../session/enrolment.ts'
import { requoteFree } from '../session/free/requote-free.ts'
import type { FreeEnrolmentResult } from '../session/free/submit-free-enrolment.ts'
import { applyProfile, type CheckoutEntry } from '../session/initialise-checkout.ts'
import styles from './checkout.module.css'
import { EnrolledCard, GoneCard } from './closed-cards.tsx'
import { CheckoutFrame } from './frame.tsx'
import { CheckoutSummary } from './summary.tsx'

type Props = {
  entry: Extract<CheckoutEntry, { is: 'free' }>
  location: VisitorCountry | null
  courseSummary: CourseSummary
  course: CourseDefinition
  supportAddress: string
}

const NO_DETAILS: ContactDetails = { email: '', name: '', phoneNumber: '' }
const LOGGED_OUT = 'You were logged out. Log in again or continue as a guest: your details are still here.'

export function FreeCheckout({ entry, location, courseSummary, course, supportAddress }: Props) {
  const storage = { local: localStorage, session: sessionStorage }
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const [enrolment, setEnrolment] = useState(entry.enrolment)
  const [profile, setProfile] = useState(entry.profile)
  const [message, setMessage] = useState<string | null>(null)
  const [finalResult, setEnd] = useState<FreeEnrolmentResult | null>(null)

  function changeInput(change: Partial<ContactDetails & { friends: CheckoutFriend[] }>) {
    const next = { ...enrolment, ...change }
    storeEnrolment(storage, next)
    setEnrolment(next)
  }

  function handleLogIn(loggedIn: Profile) {
    changeInput(pickDetails(applyProfile(enrolment, loggedIn)))
    revalidator.revalidate()
  }

  async function changeFriends(friends: CheckoutFriend[]) {
    const promoCode = entry.quote.promo?.code ?? ''
    const result = await requoteFree({ promoCode, isSignedIn: profile !== null }, enrolment, friends)
    setMessage(result.next === 'say' ? result.message : null)
    if (result.next === 'say') return
    // The details may have changed during the request.
    setEnrolment((current) => ({ ...result.enrolment, ...pickDetails(current) }))
    storeEnrolment(storage, result.enrolment)
    if (result.next === 'pay') revalidator.revalidate()
  }

  async function logOut() {
    setProfile(null)
    changeInput(NO_DETAILS)
    await logOutBrowser(browserClient(), storage)
  }

  function handleResult(result: FreeEnrolmentResult) {
    setMessage(result.next === 'logged-out' ? LOGGED_OUT : result.next === 'say' ? result.message : null)
    if (result.next === 'receipt') navigate(`/order/${result.orderId}`, { replace: true })
    else if (result.next === 'pay') revalidator.revalidate()
    else if (result.next === 'logged-out') setProfile(null)
    else setEnd(result)
  }

  return (
    <CheckoutFrame
      hue={courseSummary.hue}
      summary={<CheckoutSummary courseSummary={courseSummary} quote={null} supportAddress={supportAddress} />}
    >
      {finalResult?.next === 'gone' && (
        <GoneCard reason={finalResult.reason} course={course} courseCode={enrolment.courseCode} />
      )}
      {finalResult?.next === 'enrolled' && <EnrolledCard courseCode={enrolment.courseCode} />}
      {finalResult?.next !== 'gone' && finalResult?.next !== 'enrolled' && (
        <>
          <div className={styles.intro}>
            <h1>Take your {courseSummary.noun}</h1>
            <p>It’s free. No card needed and nothing to pay later.</p>
          </div>
          {!profile && <LogInPrompt email={enrolment.email} onLoggedIn={handleLogIn} />}
          <FreeForm
            enrolment={enrolment}
            profile={profile}
            location={location}
            courseSummary={courseSummary}
            message={message}
            onType={changeInput}
            onFriends={changeFriends}
            onLogOut={logOut}
            onResult={handleResult}
          />
        </>
      )}
    </CheckoutFrame>
  )
}
