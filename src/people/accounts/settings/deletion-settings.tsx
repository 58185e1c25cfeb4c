import { ChevronDown } from 'lucide-react'
import { emailFault } from '#domain/contact.ts'
import { browserClient, deleteSession, type SignedInAudience } from '#http/client.ts'
import { deleteAttribution } from '#http/stored-attribution.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { OwnerFields, ownerRules, toOwnerProof, type VerificationMethods } from '../parts/owner-fields.tsx'
import { deleteAccount } from '../wire/own-data.ts'
import { toFormRefusal } from './form-refusal.ts'
import styles from './settings.module.css'

type Props = { as: SignedInAudience; email: string; verification: VerificationMethods; onDeleted: () => void }

export function DeletionSettings({ as, email: accountEmail, verification, onDeleted }: Props) {
  const rules = { email: emailFault, ...ownerRules(verification) }
  const { form, field, errorMessage, isBusy } = useForm(rules, async ({ email, ...values }) => {
    const response = await browserClient().call(deleteAccount, {
      body: {
        email: email.trim(),
        ...toOwnerProof(values, verification),
      },
      auth: as,
    })
    if (response.error !== null) return toFormRefusal(response, as)
    const storage = { local: localStorage, session: sessionStorage }
    for (const audience of ['learner', 'admin'] as const) deleteSession(storage, audience)
    deleteAttribution(storage)
    onDeleted()
    return null
  })

  return (
    <>
      <ul className={styles.consequences}>
        <li>You lose all your courses and seats, without a refund.</li>
        <li>We delete your name, e-mail address, phone number and devices.</li>
        <li>If you teach here, your photo, quote, biography and links go. Your name stays on your courses.</li>
        <li>We keep invoices as the law requires, with your name removed.</li>
        <li>This can’t be undone.</li>
      </ul>
      <details className={`${styles.more} ${styles.grave}`}>
        <summary>
          Delete my account… <ChevronDown size={18} />
        </summary>
        <form {...form} className={styles.form}>
          {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
          <EmailField
            {...field('email')}
            label="Enter your e-mail again"
            autoComplete="off"
            idPrefix="delete"
            required
          />
          <OwnerFields verification={verification} email={accountEmail} idPrefix="delete" field={field} />
          <div className={styles.send}>
            <Button type="submit" look="danger" aria-busy={isBusy}>
              {isBusy ? 'Deleting…' : 'Delete my account'}
            </Button>
          </div>
        </form>
      </details>
    </>
  )
}
