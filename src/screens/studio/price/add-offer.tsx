import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { addOffer } from '#catalogue/prices/wire.ts'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './price.module.css'

/** Adds a further price, which its form then edits like the others. */
export function AddOffer({ cohortCode, session }: { cohortCode: string; session: AppSession }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A new one after each answer: without one, the price may have been added.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const formId = `add-${cohortCode}`
  const form = useForm(
    {
      offerName: (text) => (text.trim() === '' ? 'Name is required' : null),
      offerPrice: (text) =>
        /^\d{1,6}(\.\d{1,2})?$/.test(plainAmount(text)) ? null : 'Please enter an amount such as 45 or 45.50',
    },
    async ({ offerName, offerPrice }) => {
      const response = await browserClient().call(addOffer, {
        auth: session.as,
        params: { cohort: cohortCode },
        idempotencyKey: key,
        body: { name: offerName, price: plainAmount(offerPrice) },
      })
      if (response.status > 0) setKey(crypto.randomUUID())
      if (response.error !== null) return response
      dialog.current?.close()
      await revalidate()
      return null
    },
  )
  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        Add a price
      </Button>
      <StudioDialog
        ref={dialog}
        title="Add a price"
        note="It can be bought at once, by its own link."
        cancelLabel="Cancel"
        actions={
          <Button type="submit" size="compact" form={formId} aria-busy={form.isBusy}>
            Add it
          </Button>
        }
      >
        <form {...form.form} id={formId} className={styles.add}>
          {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
          <Field
            {...form.field('offerName')}
            idPrefix={formId}
            label="Name, buyers don’t see it"
            maxLength={60}
            autoComplete="off"
          />
          <Field
            {...form.field('offerPrice')}
            idPrefix={formId}
            label="Price in US dollars"
            start={<i aria-hidden="true">$</i>}
            inputMode="decimal"
            autoComplete="off"
          />
        </form>
      </StudioDialog>
    </>
  )
}
