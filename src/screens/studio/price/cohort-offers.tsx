import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CohortPrices, CoursePrices, OfferView } from '#catalogue/prices/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import { AddOffer } from './add-offer.tsx'
import { BuyerSees } from './buyer-sees.tsx'
import { type Faults, type OfferForm as Form, listChangedParts, toPricedOffer } from './offer-fields.ts'
import { OfferForm } from './offer-form.tsx'
import styles from './price.module.css'

export type OfferEntry = { id: string; offer: OfferView | null; form: Form; stored: Form; faults: Faults }
type Props = {
  cohort: CohortPrices
  /** The first is the one that pages show. */
  entries: readonly OfferEntry[]
  deliveryType: CoursePrices['deliveryType']
  mayEdit: boolean
  onChange: (id: string, change: Partial<Form>) => void
  /** Null: it has ended. Else the reason why not. */
  onEnd: (offerCode: string) => Promise<string | null>
  session: AppSession
}

/** The offer that pages show, and behind “Advanced” those that are bought by their own link. */
export function CohortOffers({ cohort, entries, deliveryType, mayEdit, onChange, onEnd, session }: Props) {
  const [main, ...others] = entries
  const ended = cohort.offers.filter(({ offerCode }) => entries.every(({ offer }) => offer?.offerCode !== offerCode))
  const formOf = (entry: OfferEntry) => ({
    id: entry.id,
    form: entry.form,
    faults: entry.faults,
    timezoneId: cohort.timezoneId,
    deliveryType,
    mayEdit,
    onChange: (change: Partial<Form>) => onChange(entry.id, change),
  })
  const seesOf = ({ form, stored }: OfferEntry) => ({
    offer: toPricedOffer(form, stored, cohort.timezoneId),
    startsAt: cohort.startsAt,
    timezoneId: cohort.timezoneId,
    isSaved: listChangedParts(form, stored).length === 0,
  })
  return (
    <>
      <div className={styles.row}>
        <OfferForm {...formOf(main!)} hasName={others.length > 0} />
        <BuyerSees {...seesOf(main!)} />
      </div>
      {main!.offer && (mayEdit || others.length > 0) && (
        <details className={styles.advanced}>
          <summary className={text.opens}>
            Advanced: {others.length === 0 ? 'more prices' : `${others.length} more`}
          </summary>
          <p className={styles.hint}>
            The page shows the price above. A further one, such as for students, is bought by its own link.
          </p>
          {others.map((entry) => (
            <div key={entry.id} className={styles.further}>
              <div className={styles.row}>
                <OfferForm {...formOf(entry)} hasName />
                <BuyerSees {...seesOf(entry)} />
              </div>
              <div className={styles.buttons}>
                <CopyLink offerCode={entry.id} />
                {mayEdit && <EndOffer offer={entry.offer!} onEnd={onEnd} />}
              </div>
            </div>
          ))}
          {mayEdit && <AddOffer cohortCode={cohort.cohortCode} session={session} />}
          {ended.length > 0 && (
            <ul className={styles.ended}>
              {ended.map(({ offerCode, name, price, expiresAt }) => (
                <li key={offerCode}>
                  {name || offerCode}: <Money {...price} />, ended{' '}
                  {expiresAt && <ClassWhen at={expiresAt} zone={cohort.timezoneId} form="date-year" />}
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </>
  )
}

function CopyLink({ offerCode }: { offerCode: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      look="quiet"
      size="compact"
      onClick={async () => {
        await navigator.clipboard?.writeText(`${location.origin}/checkout/${offerCode}`)
        setCopied(navigator.clipboard !== undefined)
      }}
    >
      <Copy size={18} /> {isCopied ? 'Copied' : 'Copy link'}
    </Button>
  )
}

function EndOffer({ offer, onEnd }: { offer: OfferView; onEnd: Props['onEnd'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const name = offer.name || offer.offerCode
  return (
    <>
      <Button
        look="quiet"
        size="compact"
        aria-label={`End the price ${name}`}
        onClick={() => dialog.current?.showModal()}
      >
        End
      </Button>
      <StudioDialog
        ref={dialog}
        title={`End the price “${name}”?`}
        cancelLabel="Keep it"
        onClose={() => setError(null)}
        actions={
          <Button
            look="danger"
            size="compact"
            aria-busy={isBusy}
            onClick={async () => {
              if (isBusy) return
              setBusy(true)
              setError(await onEnd(offer.offerCode))
              setBusy(false)
            }}
          >
            End the price
          </Button>
        }
      >
        <p>
          Nobody can start to buy at it any more. Whoever was shown it at the checkout can still pay for up to 15
          minutes.
        </p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </StudioDialog>
    </>
  )
}
