import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { CoursePrices } from '#catalogue/prices/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { endPromoCode, type PromoCodeList, type PromoCodeView } from '#sell/promo-codes/wire.ts'
import { Button } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, DataTable, EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import type { StudioCourse } from '../wire.ts'
import { NewCodeButton } from './new-code.tsx'
import styles from './promo-codes.module.css'

type Props = {
  list: PromoCodeList
  prices: CoursePrices
  ownCourses: readonly Pick<StudioCourse, 'coursePrefixCode' | 'title'>[]
  session: AppSession
}

/** The codes that buyers type, with their uses and what they brought. */
export function PromoCodes({ list, prices, ownCourses, session }: Props) {
  const [query] = useSearchParams()
  const dialog = useRef<HTMLDialogElement>(null)
  const [ending, setEnding] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const course = prices.coursePrefixCode
  const end = async () => {
    if (isBusy || ending === null) return
    setBusy(true)
    setError(null)
    const response = await browserClient().call(endPromoCode, { auth: session.as, params: { course, code: ending } })
    await revalidate()
    setBusy(false)
    if (response.error !== null) return setError(response.error)
    dialog.current?.close()
  }
  return (
    <div className={styles.codes}>
      <Section title="Promo codes">
        <p>
          Buyers type a code at the checkout, or open its link. Of a code and the discount for friends, the larger one
          counts.
        </p>
        <NewCodeButton list={list} prices={prices} ownCourses={ownCourses} session={session} />
        <DataTable
          columns={createColumns(prices, (code) => {
            setEnding(code)
            setError(null)
            dialog.current?.showModal()
          })}
          rows={list.codes}
          rowKey={({ code }) => code}
          empty={<EmptyState>No promo codes yet.</EmptyState>}
        />
        <ListFoot next={list.next} isFirst={!query.has('after')} more="Older codes" />
      </Section>
      <StudioDialog
        ref={dialog}
        title={`End ${ending ?? 'the code'}?`}
        cancelLabel="Keep it"
        actions={
          <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void end()}>
            End the code
          </Button>
        }
      >
        <p>
          Nobody can use it for a new purchase. Whoever has it in a price at the checkout keeps it for up to 15 minutes.
          A code that has ended can’t start again.
        </p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </StudioDialog>
    </div>
  )
}

const STATES: Record<PromoCodeView['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  planned: { label: 'Planned', tone: 'info' },
  'used-up': { label: 'Used up', tone: 'past' },
  ended: { label: 'Ended', tone: 'past' },
}

function createColumns(prices: CoursePrices, onEnd: (code: string) => void): Column<PromoCodeView>[] {
  return [
    {
      header: 'Code',
      isRowHeader: true,
      card: 'top',
      cell: ({ code, note }) => (
        <>
          <code>{code}</code>
          {note && <small className={styles.note}>{note}</small>}
        </>
      ),
    },
    { header: 'Takes off', card: 'bottom', cell: (promo) => <TakesOff promo={promo} prices={prices} /> },
    {
      header: 'Used',
      look: 'number',
      card: 'bottomEnd',
      cell: (promo) => <Uses {...promo} />,
    },
    {
      header: 'Brought here',
      look: 'number',
      cell: ({ revenue }) =>
        revenue.length === 0 ? '–' : revenue.map((amount) => <Money key={amount.currency} {...amount} exact />),
    },
    {
      header: 'Until',
      isWideOnly: true,
      cell: ({ startsAt, endsAt, state }) => (
        <>
          {state === 'planned' && startsAt && (
            <>
              from <When at={startsAt} zone="UTC" form="short" />
              <br />
            </>
          )}
          {endsAt ? <When at={endsAt} zone="UTC" form="short" /> : 'No end'}
        </>
      ),
    },
    {
      header: 'State',
      card: 'topEnd',
      cell: ({ state }) => <Chip tone={STATES[state].tone}>{STATES[state].label}</Chip>,
    },
    {
      header: 'More',
      cell: ({ code, state, mayEnd }) => (
        <span className={styles.more}>
          {prices.path && state !== 'ended' && <CopyLink code={code} path={prices.path} />}
          {mayEnd && (
            <Button look="bare" size="compact" aria-label={`End ${code}`} onClick={() => onEnd(code)}>
              End
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function Uses({ uses, courseUses, useLimit }: PromoCodeView) {
  const all = useLimit === null ? `${uses} used` : `${uses} of ${useLimit} used`
  if (uses === courseUses) return all
  return (
    <>
      {courseUses} here
      <small className={styles.note}>{all} in all courses</small>
    </>
  )
}

function TakesOff({ promo, prices }: { promo: PromoCodeView; prices: CoursePrices }) {
  const { percentOff, amountOff, minSeats, perPerson } = promo
  const limits = [minSeats > 1 && `from ${minSeats} seats`, perPerson !== null && `${perPerson} per person`]
  return (
    <>
      {amountOff ? <Money {...amountOff} exact /> : `${percentOff}%`} {formatScope(promo, prices)}
      <small className={styles.note}>{limits.filter(Boolean).join(', ')}</small>
    </>
  )
}

function formatScope({ scope, codes }: PromoCodeView, { coursePrefixCode }: CoursePrices): string {
  if (scope === 'all') return 'on every course'
  if (codes.length === 1 && codes[0] === coursePrefixCode) return 'on this course'
  return `on ${codes.join(', ')}`
}

function CopyLink({ code, path }: { code: string; path: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      look="bare"
      size="compact"
      aria-label={`Copy the link with ${code}`}
      onClick={async () => {
        await navigator.clipboard?.writeText(`${location.origin}${path}?promo=${code}`)
        setCopied(navigator.clipboard !== undefined)
      }}
    >
      <Copy size={18} /> {isCopied ? 'Copied' : 'Link'}
    </Button>
  )
}
