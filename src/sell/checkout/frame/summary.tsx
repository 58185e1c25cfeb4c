import { ShoppingBag } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getRefundStep, isFinal, NO_REFUND, nameRefund } from '#domain/orders/refund-policy.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { ClassWhen, InOtherZone, When, ZoneName } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { type LinkFault, NO_CODES, type OrderCodes, type QuoteOption } from '../session/checkout-session.ts'
import type { CourseSummary } from '../session/course-summary.ts'
import { LinkFaults } from '../session/lazy-parts.ts'
import { maskCode } from '../session/mask-code.ts'
import type { Quote } from '../wire/quote.ts'
import { PriceExplanationDetails } from './price-explanation-details.tsx'
import styles from './summary.module.css'
import { SummaryFrame } from './summary-frame.tsx'

type Props = {
  courseSummary: CourseSummary
  quote: Quote | null
  option?: QuoteOption | undefined
  orderCodes?: OrderCodes
  linkFaults?: readonly LinkFault[]
  /** The rest after a deposit is paid. */
  isBalance?: boolean
  supportAddress: string
}

export function CheckoutSummary({
  courseSummary,
  quote,
  option,
  orderCodes = NO_CODES,
  linkFaults = [],
  isBalance = false,
  supportAddress,
}: Props) {
  const dueOption = quote ? option : undefined
  const note = dueOption && linkFaults.length > 0 && (
    <Suspense>
      <LinkFaults faults={linkFaults} codes={orderCodes} courseUrl={courseSummary.url} />
    </Suspense>
  )
  return (
    <SummaryFrame
      icon={<ShoppingBag size={20} />}
      title="Your order"
      headline={<Headline courseSummary={courseSummary} seats={quote?.seats ?? 1} />}
      amount={dueOption?.dueNow}
      supportAddress={supportAddress}
      note={note}
    >
      <CourseDetails courseSummary={courseSummary} />
      {quote && dueOption && (
        <div aria-live="polite">
          <dl className={styles.sum}>
            <PriceLines option={dueOption} giftCardCode={orderCodes.giftCardCode} tax={quote.tax} />
            <div className={styles.total}>
              <dt>Due today</dt>
              <dd>
                <Money {...dueOption.dueNow} exact />
                <Estimate {...dueOption.dueNow} form="below" />
              </dd>
            </div>
            {dueOption.dueLater.map(({ dueAt, amount }) => (
              <PriceRow
                key={dueAt}
                label={<DueOn at={dueAt} zone={courseSummary.classZone} />}
                money={amount}
                hasEstimate
              />
            ))}
          </dl>
        </div>
      )}
      <p className={styles.access}>{courseSummary.accessTerm}</p>
      {note}
      {quote && (
        <SummarySteps courseSummary={courseSummary} refund={quote.refund} isBalance={isBalance} now={new Date()} />
      )}
      {quote && dueOption && <PriceExplanationDetails courseSummary={courseSummary} quote={quote} option={dueOption} />}
    </SummaryFrame>
  )
}

function Headline({ courseSummary, seats }: { courseSummary: CourseSummary; seats: number }) {
  const { title, startsAt, classZone, noun } = courseSummary
  return (
    <>
      <span className={text.unseen}>Your order: </span>
      <b>
        <bdi>{title}</bdi>
      </b>
      <small>
        {startsAt ? (
          <>
            <When at={startsAt} zone={classZone} form="day-short" />,{' '}
            <When at={startsAt} zone={classZone} form="class-time" />
          </>
        ) : (
          'On demand'
        )}
        {seats > 1 && ` · ${seats} ${noun}s`}
      </small>
    </>
  )
}

function CourseDetails({ courseSummary }: { courseSummary: CourseSummary }) {
  const zone = courseSummary.classZone
  return (
    <div className={styles.course}>
      <img className={styles.poster} src={courseSummary.poster} alt="" width={1200} height={750} />
      <div>
        <h2>{courseSummary.title}</h2>
        <p>
          {courseSummary.isLive ? 'Live online' : 'On demand'} with <bdi>{courseSummary.teacher}</bdi> ·{' '}
          {courseSummary.lengthText}
        </p>
        {courseSummary.startsAt && courseSummary.endsAt && (
          <p>
            <When at={courseSummary.startsAt} end={courseSummary.endsAt} zone={zone} form="date-range" />
            <br />
            Starts at <When at={courseSummary.startsAt} zone={zone} form="class-time" />, your time (
            <ZoneName zone={zone} />)
            <InOtherZone zone={zone}>
              <br />
              <ClassWhen at={courseSummary.startsAt} zone={zone} form="time" /> {nameZone(zone)} (class time)
            </InOtherZone>
          </p>
        )}
      </div>
    </div>
  )
}

/** Lines from the price to the amount due, then gift card and credit. */
function PriceLines({ option, giftCardCode, tax }: { option: QuoteOption; giftCardCode: string; tax: Quote['tax'] }) {
  const { lines, total, dueNow, giftCardApplied, creditApplied } = option
  return (
    <>
      {lines.map((line) => (
        <PriceRow key={line.kind} label={line.label} money={line.amount} isOff={line.kind !== 'seats'} />
      ))}
      {hasDetails(option) && (
        <PriceRow label={<b>Total</b>} money={total} hasEstimate={total.amount !== dueNow.amount} />
      )}
      {tax && <PriceRow label={tax.label} money={tax.amount} />}
      {isPositive(giftCardApplied) && (
        <PriceRow
          label={giftCardCode ? `Gift card ${maskCode(giftCardCode)}` : 'Gift card'}
          money={giftCardApplied}
          isOff
        />
      )}
      {isPositive(creditApplied) && <PriceRow label="Credit" money={creditApplied} isOff />}
    </>
  )
}

const hasDetails = ({ lines, total, dueNow }: QuoteOption): boolean =>
  lines.length > 1 || total.amount !== dueNow.amount

type RowProps = {
  label: ReactNode
  money: { amount: string; currency: string }
  isOff?: boolean
  hasEstimate?: boolean
}

function PriceRow({ label, money, isOff = false, hasEstimate = false }: RowProps) {
  return (
    <div className={isOff ? styles.off : undefined}>
      <dt>{label}</dt>
      <dd>
        {isOff && '−'}
        <Money {...money} exact />
        {hasEstimate && <Estimate {...money} form="below" />}
      </dd>
    </div>
  )
}

function DueOn({ at, zone }: { at: string; zone: string }) {
  return (
    <>
      Due by <When at={at} zone={zone} form="day" />
    </>
  )
}

const isPositive = ({ amount }: { amount: string }): boolean => Number(amount) > 0

const getFirstEmail = ({ isLive }: CourseSummary): string =>
  isLive ? 'Receipt, calendar and log-in link by e-mail' : 'Receipt and log-in link by e-mail'

type StepProps = { courseSummary: CourseSummary; refund: Quote['refund']; isBalance: boolean; now: Date }

function SummarySteps({ courseSummary, refund, isBalance, now }: StepProps) {
  const { startsAt, isLive } = courseSummary
  const step = startsAt && getRefundStep({ firstSessionAt: new Date(startsAt), boughtAt: now }, refund, now)
  return (
    <ol className={styles.steps}>
      <li>
        Today <small>{isBalance ? 'Confirmation by e-mail' : getFirstEmail(courseSummary)}</small>
      </li>
      {step && (
        <li>
          <b>
            Until <When at={step.until.toISOString()} zone={courseSummary.classZone} form="day" />
          </b>
          <small>{nameRefund(step.percent)} if your plans change</small>
        </li>
      )}
      {!isLive && refund.daysAfter > 0 && (
        <li>
          For {refund.daysAfter} days <small>{nameRefund(100)} if it’s not for you</small>
        </li>
      )}
      {isFinal(refund, isLive ? 'live' : 'on-demand') && (
        <li>
          After you pay <small>{NO_REFUND}</small>
        </li>
      )}
      {courseSummary.startsAt && (
        <li>
          <b>
            <When at={courseSummary.startsAt} zone={courseSummary.classZone} form="day" />,{' '}
            <When at={courseSummary.startsAt} zone={courseSummary.classZone} form="class-time" />
          </b>
          <small>First session</small>
        </li>
      )}
    </ol>
  )
}
