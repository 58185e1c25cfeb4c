import { ShoppingBag, Undo2 } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  addOffer,
  type CohortPrices,
  type CoursePrices,
  changeGroupDiscount,
  changeOffer,
  changeRefundPolicy,
  endOffer,
  type OfferChange,
  type OfferView,
} from '#catalogue/prices/wire.ts'
import type { RefundPolicy } from '#domain/orders/refund-policy.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import type { PromoCodeList } from '#sell/promo-codes/wire.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage } from '#ui/field.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ClassWhen, When } from '#ui/local-time.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import type { StudioCourse } from '../wire.ts'
import { CohortOffers } from './cohort-offers.tsx'
import { type Faults, type OfferForm as Form, listChangedParts, toChange, toFieldName, toForm } from './offer-fields.ts'
import styles from './price.module.css'
import { PromoCodes } from './promo-codes.tsx'
import { RefundChoice } from './refund-choice.tsx'

type Props = {
  course: StudioCourse
  prices: CoursePrices
  /** Null: the person may not see them. */
  codes: PromoCodeList | null
  /** The courses in which the person may make codes. */
  ownCourses: readonly Pick<StudioCourse, 'coursePrefixCode' | 'title'>[]
  session: AppSession
}
type Entry = { id: string; cohort: CohortPrices; offer: OfferView | null }

/** The prices of each cohort. They count as soon as they are saved. */
export function CoursePrice({ course, prices, codes, ownCourses, session }: Props) {
  const [edits, setEdits] = useState<Readonly<Record<string, Partial<Form>>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, Faults>>>({})
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const desk = useRef<HTMLDivElement>(null)
  // A new one after each answer: without one, the price may have been added.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const mayEdit = course.actions.includes('price.edit')
  const cohorts = prices.cohorts.filter(isAhead)
  const entries = cohorts.flatMap(listEntries)
  const getForm = (entry: Entry) => ({ ...getStored(entry), ...edits[entry.id] })
  const dirty = entries.filter((entry) => listChangedParts(getForm(entry), getStored(entry)).length > 0)
  const [policy, setPolicy] = useState<RefundPolicy | null>(null)
  const isPolicyDirty = policy !== null && policy !== prices.refundPolicy
  const [groupChoice, setGroupChoice] = useState<boolean | null>(null)
  const isGroupDirty = groupChoice !== null && groupChoice !== prices.hasGroupDiscount
  // After a save: the choice that "Undo" brings back.
  const [groupBefore, setGroupBefore] = useState<boolean | null>(null)
  const isDirty = dirty.length > 0 || isPolicyDirty || isGroupDirty

  // The count of running quotes is of this moment.
  useEffect(() => {
    if (isDirty) void revalidate()
  }, [isDirty, revalidate])

  const change = (id: string, changes: Partial<Form>) => {
    setSavedAt(null)
    setEdits((before) => ({ ...before, [id]: { ...before[id], ...changes } }))
    setFaults(({ [id]: own, ...others }) => ({
      ...others,
      ...(own && { [id]: Object.fromEntries(Object.entries(own).filter(([name]) => !(name in changes))) }),
    }))
  }
  const show = (id: string, found: Faults) => {
    setFaults((before) => ({ ...before, [id]: found }))
    const offer = desk.current?.querySelector(`[data-offer="${id}"]`)
    offer?.closest('details')?.setAttribute('open', '')
    offer?.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }
  /** One offer after the other. What is refused stays in its form. */
  const save = async () => {
    if (isBusy) return
    const changes = dirty.map((entry) => ({ entry, result: toChange(getForm(entry), getStored(entry)) }))
    const bad = changes.find(({ result }) => 'faults' in result)
    if (bad) return show(bad.entry.id, (bad.result as { faults: Faults }).faults)
    setBusy(true)
    setError(null)
    for (const { entry, result } of changes) {
      const response = await send(entry, (result as { change: OfferChange }).change, session, key)
      if (response.status > 0) setKey(crypto.randomUUID())
      if (response.error !== null) {
        const fields = Object.entries(response.fields ?? {}).map(([name, fault]) => [toFieldName(name), fault])
        await revalidate()
        setBusy(false)
        return fields.length > 0 ? show(entry.id, Object.fromEntries(fields)) : setError(response.error)
      }
      const sent = getForm(entry)
      // What was typed meanwhile stays.
      setEdits((before) => ({
        ...before,
        [entry.id]: Object.fromEntries(
          Object.entries(before[entry.id] ?? {}).filter(([name, value]) => value !== sent[name as keyof Form]),
        ),
      }))
    }
    if (isPolicyDirty) {
      const params = { course: prices.coursePrefixCode }
      const response = await browserClient().call(changeRefundPolicy, { auth: session.as, params, body: { policy } })
      if (response.error !== null) {
        setBusy(false)
        return setError(response.error)
      }
    }
    if (isGroupDirty) {
      const fault = await sendGroupChoice(groupChoice)
      if (fault !== null) {
        setBusy(false)
        return setError(fault)
      }
    }
    await revalidate()
    setPolicy(null)
    setGroupChoice(null)
    setGroupBefore(isGroupDirty ? !groupChoice : null)
    setSavedAt(new Date())
    setBusy(false)
  }
  const sendGroupChoice = async (hasGroupDiscount: boolean) => {
    const params = { course: prices.coursePrefixCode }
    return (await browserClient().call(changeGroupDiscount, { auth: session.as, params, body: { hasGroupDiscount } }))
      .error
  }
  const undoGroupChoice = async () => {
    if (isBusy || groupBefore === null) return
    setBusy(true)
    const fault = await sendGroupChoice(groupBefore)
    await revalidate()
    setError(fault)
    if (fault === null) setGroupBefore(null)
    setSavedAt(null)
    setBusy(false)
  }
  const end = async (offerCode: string) => {
    const response = await browserClient().call(endOffer, { auth: session.as, params: { offer: offerCode } })
    await revalidate()
    return response.error
  }
  return (
    <CourseFrame
      course={course}
      session={session}
      page="price"
      title="Price"
      lead="In US dollars. Changes count as soon as you save. What is already bought keeps its price."
    >
      <div className={styles.desk} ref={desk}>
        {!mayEdit && <p className={styles.hint}>Your role can’t change prices.</p>}
        {cohorts.length === 0 && <p className={styles.hint}>All dates of this course are over.</p>}
        {cohorts.map((cohort) => (
          <Section key={cohort.cohortCode} title={<CohortTitle cohort={cohort} isOnly={cohorts.length === 1} />}>
            <CohortOffers
              cohort={cohort}
              entries={listEntries(cohort).map((entry) => ({
                ...entry,
                form: getForm(entry),
                stored: getStored(entry),
                faults: faults[entry.id] ?? {},
              }))}
              deliveryType={prices.deliveryType}
              mayEdit={mayEdit}
              onChange={change}
              onEnd={end}
              session={session}
            />
          </Section>
        ))}
        {prices.groupTiers.length > 0 && (
          <GroupDiscount
            tiers={prices.groupTiers}
            isOn={groupChoice ?? prices.hasGroupDiscount}
            isStored={!isGroupDirty}
            mayEdit={mayEdit}
            onChoose={(isOn) => {
              setSavedAt(null)
              setGroupBefore(null)
              setGroupChoice(isOn)
            }}
            onUndo={groupBefore === null || isDirty ? null : () => void undoGroupChoice()}
            isBusy={isBusy}
          />
        )}
        <Section title="Refunds">
          <RefundChoice
            policy={policy ?? prices.refundPolicy}
            deliveryType={prices.deliveryType}
            mayEdit={mayEdit}
            onChoose={(chosen) => {
              setSavedAt(null)
              setPolicy(chosen)
            }}
          />
          <p className={styles.hint}>
            Counts for purchases from now on. Every order keeps the rule that its buyer saw, and so does a price that is
            open at the checkout.
          </p>
        </Section>
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <p className={styles.saved} role="status">
          {savedAt && !isDirty && 'Saved. It counts now.'}
        </p>
        {isDirty && (
          <div className={styles.saveBar}>
            <SaveBar
              isDirty
              isBusy={isBusy}
              onSave={() => void save()}
              onDiscard={() => {
                setEdits({})
                setFaults({})
                setPolicy(null)
                setGroupChoice(null)
                setError(null)
              }}
            >
              <RunningQuotes entries={isPolicyDirty || isGroupDirty ? entries : dirty} />
            </SaveBar>
          </div>
        )}
      </div>
      {codes && <PromoCodes list={codes} prices={prices} ownCourses={ownCourses} session={session} />}
    </CourseFrame>
  )
}

type GroupDiscountProps = {
  tiers: CoursePrices['groupTiers']
  isOn: boolean
  isStored: boolean
  mayEdit: boolean
  isBusy: boolean
  onChoose: (isOn: boolean) => void
  /** Null: nothing was saved just now. */
  onUndo: (() => void) | null
}

/** The steps are a setting of the site. A course has them or has not. */
function GroupDiscount({ tiers, isOn, isStored, mayEdit, isBusy, onChoose, onUndo }: GroupDiscountProps) {
  const sorted = tiers.toSorted((a, b) => a.minFriends - b.minFriends)
  return (
    <Section title="Friends who enrol together">
      <CheckField
        name="groupDiscount"
        label="They pay less for this course"
        checked={isOn}
        disabled={!mayEdit}
        aria-describedby="group-discount-effects"
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <p id="group-discount-effects" className={styles.effects} role="status">
        {isOn ? (
          <>
            {!isStored && 'After you save, they'}
            {isStored && 'They'} pay{' '}
            {sorted.map(({ minFriends, percentOff }, index) => (
              <Fragment key={minFriends}>
                {index > 0 && (index === sorted.length - 1 ? ' and ' : ', ')}
                <b>{percentOff}% less</b> with {minFriends} {index === sorted.length - 1 && 'or more '}
                {minFriends === 1 ? 'friend' : 'friends'}
              </Fragment>
            ))}
            .
          </>
        ) : (
          <>
            {isStored
              ? 'Friends pay the full price for each seat.'
              : 'After you save, friends pay the full price for each seat.'}{' '}
            They can still enrol together, and promo codes still count. The course page{' '}
            {isStored ? 'names' : 'will name'} no discount.
          </>
        )}
      </p>
      {onUndo && (
        <p>
          <Button look="quiet" size="compact" aria-busy={isBusy} onClick={onUndo}>
            <Undo2 size={18} /> {isOn ? 'Switch it off again' : 'Switch it on again'}
          </Button>
        </p>
      )}
      <p className={styles.hint}>
        Orders keep their price, and so does a price that is open at the checkout. Whoever runs the site sets the steps.
        Free courses have no such discount.
      </p>
    </Section>
  )
}

async function send({ offer, cohort }: Entry, change: OfferChange, { as }: AppSession, idempotencyKey: string) {
  const client = browserClient()
  if (offer) return client.call(changeOffer, { auth: as, params: { offer: offer.offerCode }, body: change })
  return client.call(addOffer, {
    auth: as,
    params: { cohort: cohort.cohortCode },
    idempotencyKey,
    body: { ...change, price: change.price ?? '' },
  })
}

/** The offers of a cohort that have not ended. A cohort without one has a form for its first. */
function listEntries(cohort: CohortPrices): Entry[] {
  const running = cohort.offers.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.now())
  if (running.length === 0) return [{ id: `new-${cohort.cohortCode}`, cohort, offer: null }]
  return running.map((offer) => ({ id: offer.offerCode, cohort, offer }))
}

const getStored = ({ offer, cohort }: Entry): Form => toForm(offer, cohort.timezoneId)

const isAhead = ({ endsAt }: CohortPrices) => endsAt === null || Date.parse(endsAt) > Date.now()

function CohortTitle({
  cohort: { name, cohortCode, startsAt, timezoneId },
  isOnly,
}: {
  cohort: CohortPrices
  isOnly: boolean
}) {
  if (isOnly && startsAt === null) return 'The price'
  return (
    <>
      {name || (startsAt ? 'Dates' : cohortCode)}
      {startsAt && (
        <>
          {name ? ', from' : ' from'} <ClassWhen at={startsAt} zone={timezoneId} form="date" />
        </>
      )}
    </>
  )
}

/** Counts the prices that buyers were shown and may still pay. */
function RunningQuotes({ entries }: { entries: readonly Entry[] }) {
  const quotes = entries.flatMap(({ offer }) => offer?.quotes ?? [])
  const count = quotes.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return <p className={styles.quotes}>Nobody is at the checkout now.</p>
  const until = quotes
    .map(({ until }) => until)
    .toSorted()
    .at(-1)!
  return (
    <p className={styles.quotes}>
      <ShoppingBag size={18} />{' '}
      <span>
        <b>{count === 1 ? '1 price is' : `${count} prices are`} open at the checkout.</b> Whoever pays until{' '}
        <When at={until} zone="UTC" form="time" /> pays the price they were shown.
      </span>
    </p>
  )
}
