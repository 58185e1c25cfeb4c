import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  POLICY_FIGURES,
  POLICY_NAMES,
  REFUND_POLICIES,
  type RefundPolicy,
  summariseRefund,
} from '#domain/orders/refund-policy.ts'
import { resolveSite, SITE_LENGTHS, type SiteSetting } from '#domain/site/site.ts'
import { useSaveKey } from '#ui/browser/use-save-key.ts'
import { EmailField, ErrorMessage, Field, Optional, SelectField, TextField } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { ChoiceCard } from '#ui/layout/choice-card.tsx'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { Section } from '#ui/layout/section.tsx'
import text from '#ui/text.module.css'
import { INFORMATION_PAGES_PATH } from '../site-settings-path.ts'
import type { SiteView } from '../wire.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { FromServer } from './from-server.tsx'
import { MarkField } from './mark-field.tsx'
import { NeedsList } from './needs-list.tsx'
import { type CountryChoice, CountryOptions, ZoneOptions } from './place-options.tsx'
import { InvoicePreview, MailPreview, PagePreview } from './site-previews.tsx'
import styles from './site-settings.module.css'
import { toSettings, useSiteForm } from './use-site-form.ts'

type Props = { view: SiteView; countries: readonly CountryChoice[] }

/** The settings count at once, so they have a Save button. */
export function SiteSettingsPage({ view, countries }: Props) {
  const { environment, mailFrom, mayEdit } = view
  const { form, values, set, discard, isDirty, isBusy, isSaved, faults, error, conflict, replaceWithTheirs, save } =
    useSiteForm(view)
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
  const onChoice = (setting: SiteSetting) => ({
    name: setting,
    idPrefix: 'site',
    value: values[setting],
    error: faults[setting],
    disabled: !mayEdit,
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
      {view.needs && (
        <div className={styles.needs}>
          <NeedsList needs={view.needs} mayEdit={mayEdit} />
        </div>
      )}
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {error && <ErrorMessage>{error}</ErrorMessage>}
        {conflict && <ConflictNotice conflict={conflict} isDirty={isDirty} onUseTheirs={replaceWithTheirs} />}
        <Part title="Name" preview={<MailPreview site={{ ...site, mark: view.mark }} mailFrom={mailFrom} />}>
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
          <MarkField mark={view.mark} mayEdit={mayEdit} />
          <div className={styles.pair}>
            <SelectField {...onChoice('timezoneId')} label="Time zone" hint="For the dates of new courses.">
              <option value="">That of your browser</option>
              <ZoneOptions chosen={settings.timezoneId} />
            </SelectField>
            <SelectField
              {...onChoice('countryCode')}
              label="Country"
              hint={
                environment.countryCode === null ? (
                  'On invoices. Visitors whose country is unknown count as from here.'
                ) : (
                  <>
                    On invoices. Visitors whose country is unknown count as from {environment.countryCode}, set on the
                    server by <code>DEFAULT_COUNTRY</code>.
                  </>
                )
              }
            >
              <option value="">Not set</option>
              <CountryOptions countries={countries} />
            </SelectField>
          </div>
        </Part>
        <Part
          title="Home page"
          preview={<PagePreview site={{ ...site, mark: view.mark }} publicUrl={environment.publicUrl} />}
        >
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
            Invoices, credit notes and certificates keep the seller of the day on which they were issued.
          </p>
        </Part>
        <Section title="Refunds">
          <div className={styles.refunds}>
            <p className={styles.note}>
              For new courses. Courses that are there already keep their rule: change it on the Price page of each. Sold
              seats always keep theirs.
            </p>
            <fieldset className={styles.choices} disabled={!mayEdit}>
              <legend className={text.unseen}>Refund rule of new courses</legend>
              {REFUND_POLICIES.map((policy) => (
                <RefundChoice
                  key={policy}
                  policy={policy}
                  isChosen={site.refundPolicy === policy}
                  onChoose={() => set('refundPolicy', policy)}
                />
              ))}
            </fieldset>
          </div>
        </Section>
        <Section title="Discounts">
          <Discounts {...view.discounts} />
        </Section>
        <Section title="Information pages">
          <p className={styles.note}>
            Privacy, enrolment terms, questions and the other pages that every visitor can read.{' '}
            <Link className={text.link} to={INFORMATION_PAGES_PATH}>
              Edit the pages
            </Link>
          </p>
        </Section>
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

type ChoiceProps = { policy: RefundPolicy; isChosen: boolean; onChoose: () => void }

function RefundChoice({ policy, isChosen, onChoose }: ChoiceProps) {
  const figures = POLICY_FIGURES[policy]
  return (
    <ChoiceCard
      id={`site-refund-${policy}`}
      name="refundPolicy"
      value={policy}
      checked={isChosen}
      onChange={onChoose}
      label={POLICY_NAMES[policy]}
    >
      <b>Live.</b> {summariseRefund(figures, 'live')} <b>On demand.</b> {summariseRefund(figures, 'on-demand')}
    </ChoiceCard>
  )
}

function Discounts({ groupTiers, referralPercent, referralRewardDollars }: SiteView['discounts']) {
  return (
    <>
      <p className={styles.note}>
        <b>Friends who enrol together</b> pay less: {formatTiers(groupTiers)} or more. Each course can switch this off
        on its page Price. <FromServer variable="GROUP_DISCOUNTS" />
      </p>
      <p className={styles.note}>
        <b>Refer a friend:</b> {referralPercent > 0 && `${referralPercent}% off for a new customer, and `}$
        {referralRewardDollars} credit for the person who sent them. Set on the server by <code>REFERRAL_PERCENT</code>{' '}
        and <code>REFERRAL_REWARD</code>.
      </p>
    </>
  )
}

const formatTiers = (tiers: SiteView['discounts']['groupTiers']): string =>
  tiers
    .map(({ minFriends, percentOff }) => `${percentOff}% with ${minFriends} ${minFriends === 1 ? 'friend' : 'friends'}`)
    .join(', ')

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
