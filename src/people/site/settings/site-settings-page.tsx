import type { ReactNode } from 'react'
import { resolveSite, SITE_LENGTHS, type SiteSetting } from '#domain/site/site.ts'
import { useSaveKey } from '#ui/browser/use-save-key.ts'
import { EmailField, ErrorMessage, Field, Optional, TextField } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { SiteView } from '../wire.ts'
import { InvoicePreview, MailPreview, PagePreview } from './site-previews.tsx'
import styles from './site-settings.module.css'
import { toSettings, useSiteForm } from './use-site-form.ts'

/** The settings count at once, so they have a Save button. */
export function SiteSettingsPage({ view }: { view: SiteView }) {
  const { environment, mailFrom, mayEdit } = view
  const { form, values, set, discard, isDirty, isBusy, isSaved, faults, error, save } = useSiteForm(view)
  const settings = toSettings(values)
  const site = resolveSite(settings, environment)
  useSaveKey(() => form.current?.requestSubmit())
  /** An empty field shows what stands there instead. */
  const onText = (setting: SiteSetting, fallback: string) => ({
    name: setting,
    idPrefix: 'site',
    value: values[setting],
    placeholder: fallback,
    maxLength: SITE_LENGTHS[setting],
    error: faults[setting],
    autoComplete: 'off',
    readOnly: !mayEdit,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(setting, currentTarget.value),
  })
  const getDefault = (setting: SiteSetting) => resolveSite({ ...settings, [setting]: null }, environment)
  const [sellerName = '', ...sellerAddress] = resolveSite(
    { ...settings, sellerName: null, sellerAddress: null, sellerTaxId: null },
    environment,
  ).sellerLines
  return (
    <>
      <header className={styles.head}>
        <h1 ref={focusHeading} tabIndex={-1}>
          Site
        </h1>
        <p>
          {mayEdit
            ? 'The name of this site, and who sells on it. Changes show as soon as you save.'
            : 'The name of this site, and who sells on it. Only an owner can change it.'}
        </p>
      </header>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <Part title="Name" preview={<MailPreview site={site} mailFrom={mailFrom} />}>
          <Field
            {...onText('name', getDefault('name').name)}
            label="Name of the site"
            hint="On every page, e-mail, PDF and calendar, and in password managers and authenticator apps."
          />
          {environment.supportAddress === null ? (
            <EmailField
              {...onText('supportAddress', getDefault('supportAddress').supportAddress)}
              label="Support address"
              hint="In the footer, e-mails and error pages."
            />
          ) : (
            <Field
              name="supportAddress"
              idPrefix="site"
              label="Support address"
              value={environment.supportAddress}
              readOnly
              hint={<FromServer variable="SUPPORT_ADDRESS" />}
            />
          )}
        </Part>
        <Part title="Home page" preview={<PagePreview site={site} publicUrl={environment.publicUrl} />}>
          <Field {...onText('headline', getDefault('headline').headline)} label="Headline" />
          <TextField
            {...onText('lead', getDefault('lead').lead)}
            label="Sentence below"
            rows={2}
            hint="Search engines show it too."
          />
          <Field
            {...onText('footerLine', getDefault('footerLine').footerLine)}
            label={<Optional>Footer line</Optional>}
          />
        </Part>
        <Part title="Seller" preview={<InvoicePreview site={site} />}>
          {environment.sellerLines === null ? (
            <>
              <Field
                {...onText('sellerName', sellerName)}
                label="Legal name"
                hint={
                  environment.issuerName === null
                    ? 'On invoices, credit notes and certificates.'
                    : `On invoices and credit notes. Certificates name ${environment.issuerName}, set on the server by CERTIFICATE_ISSUER_NAME.`
                }
              />
              <TextField {...onText('sellerAddress', sellerAddress.join('\n'))} label="Postal address" rows={3} />
              <Field {...onText('sellerTaxId', '')} label={<Optional>Tax number</Optional>} />
            </>
          ) : (
            <TextField
              name="seller"
              idPrefix="site"
              label="Seller"
              value={environment.sellerLines.join('\n')}
              rows={environment.sellerLines.length}
              readOnly
              hint={<FromServer variable="INVOICE_SELLER" />}
            />
          )}
          <p className={styles.note}>
            PDFs have letters for Latin, Greek, Cyrillic and Devanagari. A line in another script is left out of them.
          </p>
          <p className={styles.note}>
            An invoice that is opened again shows the seller as it is now. Certificates keep the name of their issue.
          </p>
        </Part>
        {mayEdit && (
          <div className={styles.bar}>
            <SaveBar
              isDirty={isDirty}
              isBusy={isBusy}
              onDiscard={discard}
              status={isSaved ? 'Saved. It counts now.' : null}
            />
          </div>
        )}
      </form>
    </>
  )
}

function Part({ title, preview, children }: { title: string; preview: ReactNode; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={styles.part}>
        <div className={styles.fields}>{children}</div>
        {preview}
      </div>
    </Section>
  )
}

function FromServer({ variable }: { variable: string }) {
  return (
    <>
      Set on the server by <code>{variable}</code>.
    </>
  )
}
