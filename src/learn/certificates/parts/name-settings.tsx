import { ChevronDown } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { toFormRefusal } from '#people/accounts/settings/form-refusal.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useSite } from '#ui/use-site.ts'
import { changeMyCertificate } from '../wire.ts'
import type { CertificateProps } from './certificate-props.ts'
import styles from './my-certificates.module.css'

const RULES = { name: (text: string) => (text.trim() === '' ? 'Name is required' : null) }

export function NameSettings({ certificate, as }: CertificateProps) {
  return (
    <details>
      <summary>
        Correct the name <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={styles.panel}>
        {certificate.nameChangesLeft > 0 ? (
          <NameForm certificate={certificate} as={as} />
        ) : (
          <NoChangesLeft name={certificate.name} />
        )}
      </div>
    </details>
  )
}

function NameForm({ certificate: { certificateId, name, nameChangesLeft }, as }: CertificateProps) {
  const { revalidate } = useRevalidator()
  const { form, field, errorMessage, isBusy, isDone } = useForm(RULES, async (values) => {
    const response = await browserClient().call(changeMyCertificate, {
      auth: as,
      params: { id: certificateId },
      body: values,
    })
    if (response.error !== null) return toFormRefusal(response, as)
    await revalidate()
    return null
  })
  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Field
        {...field('name')}
        label="Name on the certificate"
        idPrefix={certificateId}
        autoComplete="name"
        defaultValue={name}
        hint={`You can correct it ${nameChangesLeft === 1 ? 'once more' : 'twice'}. Files that you downloaded before keep the old name and are no longer valid.`}
        required
      />
      <div className={styles.links}>
        <Button type="submit" size="compact" aria-busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        {isDone && <SuccessMessage>Saved.</SuccessMessage>}
      </div>
    </form>
  )
}

function NoChangesLeft({ name }: { name: string }) {
  const support = useSite()?.support
  return (
    <p>
      You corrected the name twice. Is “<bdi>{name}</bdi>” still wrong?{' '}
      {support ? <a href={`mailto:${support}`}>Write to us</a> : 'Write to us'} and we’ll correct it.
    </p>
  )
}
