import { getZoneCity } from '#domain/dates/zone-name.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { EmailField, Field, Optional, TextField } from '#ui/field.tsx'
import styles from '../form/form.module.css'
import type { ContactDetails, GiftInput } from '../session/enrolment.ts'
import { formatLocalDate, getLastSendDate } from '../session/gift.ts'
import { getTimeZone } from '../session/visitor-location.ts'

type GiftProps = {
  gift: GiftInput
  faults: Record<string, string>
  onType: (name: string, change: Partial<GiftInput>) => void
  onLeave: (name: string) => void
}

export function GiftFields({ gift, faults, onType, onLeave }: GiftProps) {
  const today = formatLocalDate(new Date())
  const input = (name: string, key: keyof GiftInput) => ({
    name,
    value: gift[key],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => onType(name, { [key]: event.currentTarget.value }),
    onBlur: () => gift[key] !== '' && onLeave(name),
  })
  const isLater = gift.sendOn > today
  return (
    <>
      <div className={styles.pair}>
        <Field {...input('recipient.name', 'recipientName')} label="Their name" autoComplete="off" />
        <EmailField {...input('recipient.email', 'recipientEmail')} label="Their e-mail" autoComplete="off" />
      </div>
      <TextField
        {...input('message', 'message')}
        label={<Optional>Your message</Optional>}
        maxLength={500}
        hint="Shown in the e-mail, above the code."
      />
      <Field
        {...input('sendAt', 'sendOn')}
        type="date"
        label="Send it on"
        min={today}
        max={getLastSendDate(new Date())}
        hint={`${isLater ? 'Goes out' : 'Sent right away. Later dates go out'} at 9:00 ${getZoneCity(getTimeZone())} time.`}
      />
    </>
  )
}

type BuyerProps = {
  details: ContactDetails
  profile: Profile | null
  faults: Record<string, string>
  onType: (name: 'email' | 'name', text: string) => void
  onLeave: (name: 'email' | 'name') => void
  onLogOut: () => void
}

export function BuyerFields({ details, profile, faults, onType, onLeave, onLogOut }: BuyerProps) {
  const input = (name: 'email' | 'name') => ({
    name,
    value: details[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => onType(name, event.currentTarget.value),
    onBlur: () => onLeave(name),
  })
  if (profile) {
    return (
      <p className={styles.who}>
        <b>{profile.name}</b>
        <span>{profile.email}</span>
        <button type="button" className={styles.textButton} onClick={onLogOut}>
          Not you? Log out
        </button>
      </p>
    )
  }
  return (
    <div className={styles.pair}>
      <Field {...input('name')} label="Your name" autoComplete="name" hint="The name they know you by." />
      <EmailField {...input('email')} label="Your e-mail" autoComplete="email" hint="The receipt goes here." />
    </div>
  )
}
