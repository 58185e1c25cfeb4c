import { type FormEvent, useState } from 'react'
import { callRefund } from '#features/checkout/calls/refund.ts'
import { openAttempts } from '#features/checkout/parts/attempt.ts'
import type { RefundView } from '#features/checkout/wire/refund.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Told } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import type { AdminOrder, Seat } from '../wire/orders.ts'
import { Choice } from './choice.tsx'
import { ReasonField } from './reason-field.tsx'
import { nameOf, RefundEffects } from './refund-effects.tsx'
import styles from './refund-form.module.css'
import { type Lines, usePreview } from './use-preview.ts'

type How = 'window' | 'all' | 'some'
type Standing = RefundView['lines'][number]
type Props = { whole: AdminOrder; onDone: (said: string) => void }

export function RefundForm({ whole: { order, seats }, onDone }: Props) {
  const { orderId, orderNumber, lines, totals } = order
  const [attempts] = useState(() => openAttempts())
  const [chosen, setChosen] = useState<readonly string[]>(lines.length === 1 ? lines.map(({ lineId }) => lineId) : [])
  const [how, setHow] = useState<How>('window')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const base = usePreview(orderId, every(lines))
  const known = new Map(base.view?.lines.map((line) => [line.lineId, line]))
  const wanted = wantedLines(chosen, how, known, typed)
  const { view, shown, told: refusal } = usePreview(orderId, wanted)
  const isAll =
    view !== null && lines.length > 1 && view.lines.filter(({ endsSeat }) => endsSeat).length === lines.length
  const amount = view && Number(view.amount.amount) > 0 ? view.amount : null

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const given = new FormData(event.currentTarget)
    const reason = String(given.get('reason') ?? '').trim()
    if (!wanted || !view || !amount) return setTold(refusal ?? missing(chosen, wanted, view))
    if (!reason) return setTold('Say why: it is kept with the order.')
    if (
      isAll &&
      String(given.get('confirm') ?? '')
        .trim()
        .toUpperCase() !== orderNumber
    )
      return setTold(`Type ${orderNumber} to send all of it back.`)
    const body = { lines: pinned(view, wanted), reason }
    setBusy(true)
    const answer = await callRefund(browserClient(), orderId, body, attempts.keyFor(body))
    attempts.answered(answer)
    setBusy(false)
    if (answer.error !== null) return setTold(answer.error)
    onDone('The refund is on its way.')
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setTold(null)} noValidate>
      <fieldset className={styles.seats}>
        <legend>{lines.length === 1 ? 'Of this order' : 'Which seats?'}</legend>
        {lines.map(({ lineId, seat, label, amount: full }) => {
          const left = known.get(lineId)?.refundable ?? full
          return (
            <label key={lineId}>
              <input
                type="checkbox"
                checked={chosen.includes(lineId)}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, lineId] : chosen.filter((one) => one !== lineId))
                }
              />
              <span>{labelOf(seats, seat, label)}</span>
              {Number(left.amount) > 0 ? <Money {...left} exact /> : <small>nothing left</small>}
            </label>
          )
        })}
      </fieldset>
      <fieldset className={styles.how}>
        <legend>How much</legend>
        <Choice name="how" value="window" is={how} on={setHow}>
          Refund policy amount{base.view ? ` (${base.view.windowPercent} %)` : ''}
        </Choice>
        <Choice name="how" value="all" is={how} on={setHow}>
          All that was paid
        </Choice>
        <Choice name="how" value="some" is={how} on={setHow}>
          Another amount
        </Choice>
      </fieldset>
      {how === 'some' &&
        chosen.map((lineId) => (
          <Field
            key={lineId}
            name={`amount-${lineId}`}
            label={`Amount for ${labelOf(seats, lines.find((line) => line.lineId === lineId)?.seat ?? 1, 'it')}`}
            hint={`In ${totals.total.currency}, at most ${known.get(lineId)?.refundable.amount ?? ''}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed[lineId] ?? ''}
            onChange={({ currentTarget }) => setTyped({ ...typed, [lineId]: currentTarget.value })}
          />
        ))}
      {shown && (
        <div aria-busy={!view}>
          {Number(shown.amount.amount) > 0 ? (
            <RefundEffects view={shown} seats={seats} hasDiscount={Number(totals.discount.amount) > 0} />
          ) : (
            <p className={styles.none}>{NOTHING_BACK}</p>
          )}
        </div>
      )}
      <ReasonField />
      {isAll && (
        <Field name="confirm" label={`All of it goes back. Type ${orderNumber} to say so`} autoComplete="off" />
      )}
      {(told ?? refusal) && <Told>{told ?? refusal}</Told>}
      <Button type="submit" look="danger" wide aria-busy={isBusy}>
        Refund {amount && <Money {...amount} exact />}
      </Button>
    </form>
  )
}

const NOTHING_BACK = 'The refund policy gives nothing back any more. Choose all, or another amount.'

function missing(chosen: readonly string[], wanted: Lines | null, view: RefundView | null): string {
  if (chosen.length === 0) return 'Choose a seat first.'
  if (!wanted) return 'Enter an amount for each seat.'
  return view ? NOTHING_BACK : 'One moment: what this does is being worked out.'
}

const every = (lines: AdminOrder['order']['lines']): Lines => lines.map(({ lineId }) => ({ lineId }))

function labelOf(seats: Seat[], seat: number, label: string): string {
  const own = seats.find((one) => one.seat === seat)
  return own ? nameOf(own) : label
}

/** Null while an amount is missing. Where the window gives nothing no amount is said: an amount of none is refused. */
function wantedLines(
  chosen: readonly string[],
  how: How,
  known: ReadonlyMap<string, Standing>,
  typed: Readonly<Record<string, string>>,
): Lines | null {
  if (chosen.length === 0) return null
  const lines = chosen.map((lineId) => {
    const standing = known.get(lineId)
    if (!standing) return null
    if (how === 'window') return { lineId }
    const { amount, currency } = standing.refundable
    const said = how === 'all' ? amount : decimalOf(typed[lineId] ?? '')
    return said && Number(said) > 0 ? { lineId, amount: { amount: said, currency } } : null
  })
  const told = lines.filter((line) => line !== null)
  return told.length === chosen.length || (how === 'all' && told.length > 0) ? told : null
}

/** What was looked at is what is sent, even where the window moved on in between. */
function pinned(view: RefundView, wanted: Lines): Lines {
  return wanted.flatMap(({ lineId }) => {
    const line = view.lines.find((one) => one.lineId === lineId)
    return line && Number(line.amount.amount) > 0 ? [{ lineId, amount: line.amount }] : []
  })
}

function decimalOf(text: string): string | null {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? plain : null
}
