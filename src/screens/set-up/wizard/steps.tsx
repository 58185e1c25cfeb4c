import { useState } from 'react'
import { emailFault } from '#domain/contact.ts'
import { passwordFault } from '#domain/password.ts'
import { NO_SITE_SETTINGS, resolveSite, SITE_LENGTHS } from '#domain/site/site.ts'
import { FromServer } from '#people/site/settings/from-server.tsx'
import { type CountryChoice, CountryOptions, ZoneOptions } from '#people/site/settings/place-options.tsx'
import type { SiteEnvironmentView } from '#people/site/wire.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, Field, Optional, SecretField, SelectField, TextField } from '#ui/field.tsx'
import { ChoiceCard } from '#ui/layout/choice-card.tsx'
import { type FormRefusal, useForm } from '#ui/use-form.ts'
import styles from './set-up.module.css'
import type { SetUpTexts } from './use-set-up.ts'

export type StepProps = {
  texts: SetUpTexts
  environment: SiteEnvironmentView
  countries: readonly CountryChoice[]
  /** Faults that a later step found in this one. */
  start: { message: string | null; faults: Record<string, string>; isDone: false } | null
  send: (typed: Partial<SetUpTexts>) => Promise<FormRefusal | null>
  onBack: (() => void) | null
}

const need = (error: string) => (text: string) => (text.trim() === '' ? error : null)
const acceptAny = () => null
const passphraseFault = (text: string) => (text === '' ? 'Passphrase is required' : passwordFault(text))

export function OwnerStep({ texts, start, send, onBack }: StepProps) {
  const form = useForm(
    { ownerName: need('Name is required'), email: emailFault, password: passphraseFault },
    send,
    start,
  )
  return (
    <form {...form.form} className={styles.form}>
      {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
      <Field
        idPrefix="set-up"
        {...form.field('ownerName')}
        label="Your name"
        autoComplete="name"
        defaultValue={texts.ownerName}
        required
      />
      <EmailField
        idPrefix="set-up"
        {...form.field('email')}
        label="Your e-mail"
        autoComplete="username"
        defaultValue={texts.email}
        required
      />
      <SecretField
        idPrefix="set-up"
        {...form.field('password')}
        label="Passphrase"
        autoComplete="new-password"
        defaultValue={texts.password}
        hint="At least 8 characters. A few random words are strong and easy to remember."
        required
      />
      <Actions label="Continue" isBusy={form.isBusy} onBack={onBack} />
    </form>
  )
}

export function SiteStep({ texts, environment, countries, start, send, onBack }: StepProps) {
  const form = useForm(
    { name: acceptAny, supportAddress: acceptAny, timezoneId: acceptAny, countryCode: acceptAny },
    send,
    start,
  )
  const fallback = resolveSite(NO_SITE_SETTINGS, environment)
  return (
    <form {...form.form} className={styles.form}>
      {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
      <Field
        idPrefix="set-up"
        {...form.field('name')}
        label="Name of the site"
        autoComplete="off"
        defaultValue={texts.name}
        placeholder={fallback.name}
        maxLength={SITE_LENGTHS.name}
        hint="On every page, e-mail, PDF and calendar."
      />
      {environment.supportAddress === null ? (
        <EmailField
          idPrefix="set-up"
          {...form.field('supportAddress')}
          label="Support address"
          autoComplete="off"
          defaultValue={texts.supportAddress}
          placeholder={fallback.supportAddress}
          hint="In the footer, e-mails and error pages."
        />
      ) : (
        <Field
          name="supportAddressOfServer"
          label="Support address"
          value={environment.supportAddress}
          readOnly
          hint={<FromServer variable="SUPPORT_ADDRESS" />}
        />
      )}
      <div className={styles.pair}>
        <SelectField
          idPrefix="set-up"
          {...form.field('timezoneId')}
          label="Time zone"
          defaultValue={texts.timezoneId}
          hint="For the dates of new courses."
        >
          <ZoneOptions chosen={texts.timezoneId || null} />
        </SelectField>
        <SelectField
          idPrefix="set-up"
          {...form.field('countryCode')}
          label="Country"
          defaultValue={texts.countryCode}
          hint="Where you sell from. On invoices."
        >
          <option value="">Not set</option>
          <CountryOptions countries={countries} />
        </SelectField>
      </div>
      <Actions label="Continue" isBusy={form.isBusy} onBack={onBack} />
    </form>
  )
}

export function SellerStep({ texts, environment, start, send, onBack }: StepProps) {
  const form = useForm({ sellerName: acceptAny, sellerAddress: acceptAny, sellerTaxId: acceptAny }, send, start)
  const isFromServer = environment.sellerLines !== null
  return (
    <form {...form.form} className={styles.form}>
      {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
      {isFromServer ? (
        <TextField
          name="sellerOfServer"
          label="Seller"
          value={environment.sellerLines?.join('\n')}
          rows={environment.sellerLines?.length}
          readOnly
          hint={<FromServer variable="INVOICE_SELLER" />}
        />
      ) : (
        <>
          <Field
            idPrefix="set-up"
            {...form.field('sellerName')}
            label="Legal name"
            autoComplete="organization"
            defaultValue={texts.sellerName}
            maxLength={SITE_LENGTHS.sellerName}
            hint="Your own name, or that of your company."
          />
          <TextField
            idPrefix="set-up"
            {...form.field('sellerAddress')}
            label="Postal address"
            rows={3}
            autoComplete="off"
            defaultValue={texts.sellerAddress}
            maxLength={SITE_LENGTHS.sellerAddress}
          />
          <Field
            idPrefix="set-up"
            {...form.field('sellerTaxId')}
            label={<Optional>Tax number</Optional>}
            autoComplete="off"
            defaultValue={texts.sellerTaxId}
            maxLength={SITE_LENGTHS.sellerTaxId}
          />
        </>
      )}
      <Actions label="Continue" isBusy={form.isBusy} onBack={onBack} />
    </form>
  )
}

export function CourseStep({ texts, start, send, onBack }: StepProps) {
  const [course, setCourse] = useState(texts.course)
  const isOwn = course === 'own'
  const form = useForm(
    {
      course: acceptAny,
      title: isOwn ? need('Title is required') : acceptAny,
      sentence: isOwn ? need('Sentence is required') : acceptAny,
      deliveryType: acceptAny,
    },
    (values) => send(isOwn ? values : { course: values.course }),
    start,
  )
  const choice = { name: 'course', chosen: course, onChoose: setCourse }
  return (
    <form {...form.form} className={styles.form}>
      {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
      <fieldset className={styles.choices}>
        <legend>How do you want to begin?</legend>
        <Choice {...choice} value="own" label="With my own course" words="A title and one sentence are enough." />
        <Choice {...choice} value="sample" label="With a sample" words="A small live course, to take apart." />
        <Choice {...choice} value="none" label="Without a course" words="You make one later, in the studio." />
      </fieldset>
      {isOwn && (
        <>
          <Field
            idPrefix="set-up"
            {...form.field('title')}
            label="Title"
            autoComplete="off"
            defaultValue={texts.title}
            maxLength={80}
            required
          />
          <TextField
            idPrefix="set-up"
            {...form.field('sentence')}
            label="One sentence about it"
            rows={2}
            defaultValue={texts.sentence}
            maxLength={160}
            required
          />
          <fieldset className={styles.choices}>
            <legend>How do you teach it?</legend>
            <Choice
              name="deliveryType"
              value="live"
              label="Live online"
              words="On set dates, with seats."
              start={texts.deliveryType}
            />
            <Choice
              name="deliveryType"
              value="on-demand"
              label="On demand"
              words="Videos, at their own pace."
              start={texts.deliveryType}
            />
          </fieldset>
        </>
      )}
      <Actions label={form.isBusy ? 'Setting up…' : 'Set up the site'} isBusy={form.isBusy} onBack={onBack} />
    </form>
  )
}

type ChoiceProps = {
  name: string
  value: string
  label: string
  words: string
  /** Of a choice that the page follows. */
  chosen?: string
  onChoose?: (value: string) => void
  /** The chosen one at the start, of any other choice. */
  start?: string
}

function Choice({ name, value, label, words, chosen, onChoose, start }: ChoiceProps) {
  const state = onChoose
    ? { checked: chosen === value, onChange: () => onChoose(value) }
    : { defaultChecked: start === value }
  return (
    <ChoiceCard id={`${name}-${value}`} name={name} value={value} label={label} {...state}>
      {words}
    </ChoiceCard>
  )
}

function Actions({ label, isBusy, onBack }: { label: string; isBusy: boolean; onBack: (() => void) | null }) {
  return (
    <div className={styles.actions}>
      {onBack && (
        <Button look="bare" onClick={onBack}>
          Back
        </Button>
      )}
      <Button type="submit" size="tall" aria-busy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
