import { type FormEvent, useState } from 'react'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { browserClient } from '#http/client.ts'
import { createIdempotencyKeys } from '#sell/checkout/session/idempotency-keys.ts'
import { type RefundView, refundOfOrder } from '#sell/refunds/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { Choice } from '../orders/choice.tsx'
import { ReasonField } from '../orders/reason-field.tsx'
import type { AdminOrder, AdminSeat } from '../wire/orders.ts'
import { describeWindow, getSeatName, RefundEffects } from './refund-effects.tsx'
import styles from './refund-form.module.css'
import { type RefundLines, useRefundPreview } from './use-refund-preview.ts'

type RefundChoice = 'window' | 'all' | 'some'
type RefundPreviewLine = RefundView['lines'][number]
type Props = { orderDetails: AdminOrder; onDone: (value: string) => void }

export function RefundForm({ orderDetails: { order, seats }, onDone }: Props) {
  const { orderId, orderNumber, lines, totals, gift } = order
  const [attempts] = useState(() => createIdempotencyKeys())
  const [chosen, setChosen] = useState<readonly string[]>(lines.length === 1 ? lines.map(({ lineId }) => lineId) : [])
  const [refundChoice, setRefundChoice] = useState<RefundChoice>(gift ? 'all' : 'window')
  const [enteredAmounts, setEnteredAmounts] = useState<Readonly<Record<string, string>>>({})
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const policyPreview = useRefundPreview(orderId, toAllLines(lines))
  const previewLines = new Map(policyPreview.view?.lines.map((line) => [line.lineId, line]))
  const refundLines = toRefundLines(chosen, refundChoice, previewLines, enteredAmounts)
  const preview = useRefundPreview(orderId, refundLines)
  const { view, shown } = preview
  const refusal = preview.errorMessage ?? policyPreview.errorMessage
  const isFullRefund =
    view !== null && lines.length > 1 && view.lines.filter(({ endsSeat }) => endsSeat).length === lines.length
  const amount = view && Number(view.amount.amount) > 0 ? view.amount : null

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const formData = new FormData(event.currentTarget)
    const reason = String(formData.get('reason') ?? '').trim()
    if (!refundLines || !view || !amount)
      return setErrorMessage(refusal ?? getMissingMessage(chosen, refundLines, view))
    if (!reason) return setErrorMessage('Add a reason. It is saved with the order.')
    const confirmation = String(formData.get('confirm') ?? '')
    if (isFullRefund && confirmation.trim().toUpperCase() !== orderNumber)
      return setErrorMessage(`Type ${orderNumber} to refund the whole order.`)
    const body = { lines: toPreviewedLines(view, refundLines), reason }
    setBusy(true)
    const response = await browserClient().call(refundOfOrder, {
      auth: 'admin',
      params: { orderId },
      body,
      idempotencyKey: attempts.getKey(body),
    })
    attempts.handleResponse(response)
    setBusy(false)
    if (response.error !== null) return setErrorMessage(response.error)
    onDone('Refund requested. The history says when it is sent.')
  }

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setErrorMessage(null)} noValidate>
      <SeatChoice lines={lines} seats={seats} previewLines={previewLines} chosen={chosen} onChoose={setChosen} />
      {gift ? (
        <p className={styles.none}>It goes back whole, and the gift card won’t be sent.</p>
      ) : (
        <AmountChoice selected={refundChoice} onSelect={setRefundChoice} view={policyPreview.view} />
      )}
      {refundChoice === 'some' &&
        chosen.map((lineId) => (
          <Field
            key={lineId}
            name={`amount-${lineId}`}
            label={`Amount for ${getLineLabel(seats, lines.find((line) => line.lineId === lineId)?.seat ?? 1, 'it')}`}
            hint={formatAmountHint(totals.total.currency, previewLines.get(lineId))}
            inputMode="decimal"
            autoComplete="off"
            value={enteredAmounts[lineId] ?? ''}
            onChange={({ currentTarget }) => setEnteredAmounts({ ...enteredAmounts, [lineId]: currentTarget.value })}
          />
        ))}
      {shown && (
        <div aria-busy={!view}>
          {Number(shown.amount.amount) > 0 ? (
            <RefundEffects view={shown} seats={seats} hasDiscount={Number(totals.discount.amount) > 0} />
          ) : (
            <p className={styles.none}>{NO_REFUND_MESSAGE}</p>
          )}
        </div>
      )}
      <ReasonField />
      {isFullRefund && (
        <Field name="confirm" label={`Refunds the whole order. Type ${orderNumber} to confirm`} autoComplete="off" />
      )}
      {(errorMessage ?? refusal) && <ErrorMessage>{errorMessage ?? refusal}</ErrorMessage>}
      <Button type="submit" look="danger" wide aria-busy={isBusy}>
        Refund {amount && <Money {...amount} exact />}
      </Button>
    </form>
  )
}

type SeatChoiceProps = {
  lines: AdminOrder['order']['lines']
  seats: AdminSeat[]
  previewLines: ReadonlyMap<string, RefundPreviewLine>
  chosen: readonly string[]
  onChoose: (lineIds: readonly string[]) => void
}

function SeatChoice({ lines, seats, previewLines, chosen, onChoose }: SeatChoiceProps) {
  return (
    <fieldset className={styles.seats}>
      <legend>{lines.length === 1 ? 'This order' : 'Which seats?'}</legend>
      {lines.map(({ lineId, seat, label, amount: full }) => {
        const refundable = previewLines.get(lineId)?.refundable ?? full
        return (
          <label key={lineId}>
            <input
              type="checkbox"
              checked={chosen.includes(lineId)}
              onChange={({ currentTarget }) =>
                onChoose(currentTarget.checked ? [...chosen, lineId] : chosen.filter((one) => one !== lineId))
              }
            />
            <span>{getLineLabel(seats, seat, label)}</span>
            {Number(refundable.amount) > 0 ? <Money {...refundable} exact /> : <small>fully refunded</small>}
          </label>
        )
      })}
    </fieldset>
  )
}

type AmountChoiceProps = {
  selected: RefundChoice
  onSelect: (choice: RefundChoice) => void
  view: RefundView | null
}

function AmountChoice({ selected, onSelect, view }: AmountChoiceProps) {
  return (
    <fieldset className={styles.how}>
      <legend>How much</legend>
      <Choice name="how" value="window" selected={selected} onSelect={onSelect}>
        Refund policy amount{view && ` (${describeWindow(view)})`}
      </Choice>
      <Choice name="how" value="all" selected={selected} onSelect={onSelect}>
        Full amount paid
      </Choice>
      <Choice name="how" value="some" selected={selected} onSelect={onSelect}>
        Another amount
      </Choice>
    </fieldset>
  )
}

const NO_REFUND_MESSAGE = 'The refund policy no longer gives a refund. Choose the full amount or another amount.'

function getMissingMessage(
  chosen: readonly string[],
  refundLines: RefundLines | null,
  view: RefundView | null,
): string {
  if (chosen.length === 0) return 'Choose a seat first.'
  if (!refundLines) return chosen.length === 1 ? 'Enter an amount.' : 'Enter an amount for each seat.'
  return view ? NO_REFUND_MESSAGE : 'Please wait while we calculate the refund.'
}

function formatAmountHint(currency: string, line: RefundPreviewLine | undefined): string {
  return line ? `In ${currency}, at most ${line.refundable.amount}` : `In ${currency}`
}

const toAllLines = (lines: AdminOrder['order']['lines']): RefundLines => lines.map(({ lineId }) => ({ lineId }))

function getLineLabel(seats: AdminSeat[], seat: number, label: string): string {
  const matchingSeat = seats.find((one) => one.seat === seat)
  return matchingSeat ? getSeatName(matchingSeat) : label
}

/** Null while an amount is missing. The refund policy option sends no amount, because the server refuses an amount of 0. */
function toRefundLines(
  chosen: readonly string[],
  refundChoice: RefundChoice,
  previewLines: ReadonlyMap<string, RefundPreviewLine>,
  enteredAmounts: Readonly<Record<string, string>>,
): RefundLines | null {
  if (chosen.length === 0) return null
  const lines = chosen.map((lineId) => {
    const previewLine = previewLines.get(lineId)
    if (!previewLine) return null
    if (refundChoice === 'window') return { lineId }
    const { amount, currency } = previewLine.refundable
    const value = refundChoice === 'all' ? amount : parseDecimal(enteredAmounts[lineId] ?? '')
    return value && Number(value) > 0 ? { lineId, amount: { amount: value, currency } } : null
  })
  const completeLines = lines.filter((line) => line !== null)
  return completeLines.length === chosen.length || (refundChoice === 'all' && completeLines.length > 0)
    ? completeLines
    : null
}

/** Sends the previewed amounts, even if the refund window has changed since the preview. */
function toPreviewedLines(view: RefundView, refundLines: RefundLines): RefundLines {
  return refundLines.flatMap(({ lineId }) => {
    const line = view.lines.find((one) => one.lineId === lineId)
    return line && Number(line.amount.amount) > 0 ? [{ lineId, amount: line.amount }] : []
  })
}

function parseDecimal(text: string): string | null {
  const amount = plainAmount(text)
  return /^\d{1,9}(\.\d{1,3})?$/.test(amount) ? amount : null
}
