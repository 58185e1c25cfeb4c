import { ChevronDown } from 'lucide-react'
import { emailFault } from '#domain/contact.ts'
import { type Ask, OwnerFields, ownerIn, ownerRules } from '#features/accounts/parts/owner-fields.tsx'
import { forgetAttribution } from '#http/attribution-memory.ts'
import { browserClient, forgetSession, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callDeleteAccount } from '../calls.ts'
import { refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; email: string; ask: Ask; onDeleted: () => void }

export function DeletionSettings({ as, email: own, ask, onDeleted }: Props) {
  const rules = { email: emailFault, ...ownerRules(ask) }
  const { form, field, told, isBusy } = useForm(rules, async ({ email, ...given }) => {
    const answer = await callDeleteAccount(browserClient(), as, { email: email.trim(), ...ownerIn(given, ask) })
    if (answer.error !== null) return refusalOf(answer, as)
    const kept = { local: localStorage, session: sessionStorage }
    for (const who of ['learner', 'admin'] as const) forgetSession(kept, who)
    forgetAttribution(kept)
    onDeleted()
    return null
  })

  return (
    <>
      <ul className={styles.consequences}>
        <li>You leave all your courses, and your seats go to others. This gives no money back.</li>
        <li>Your name, address, phone number and devices are taken out everywhere.</li>
        <li>We keep invoices as the law requires, with your name removed.</li>
        <li>This can’t be undone.</li>
      </ul>
      <details className={`${styles.more} ${styles.grave}`}>
        <summary>
          I want to delete my account <ChevronDown size={18} />
        </summary>
        <form {...form} className={styles.form}>
          {told && <Told>{told}</Told>}
          <EmailField
            {...field('email')}
            label="Your e-mail, once more"
            autoComplete="off"
            idPrefix="delete"
            required
          />
          <OwnerFields ask={ask} email={own} idPrefix="delete" field={field} />
          <div className={styles.send}>
            <Button type="submit" look="danger" aria-busy={isBusy}>
              {isBusy ? 'Deleting…' : 'Delete my account for good'}
            </Button>
          </div>
        </form>
      </details>
    </>
  )
}
