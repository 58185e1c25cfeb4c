/** Loads the settings: profile, sessions, second factor and linked log-ins. */
import type { Client } from '#http/client.ts'
import { callIdentities } from '../calls/identities.ts'
import { callMailPreferences } from '../calls/mail-preferences.ts'
import { callReusableCards } from '../calls/reusable-cards.ts'
import { callSavedCards } from '../calls/saved-cards.ts'
import { callSecondFactor } from '../calls/second-factor.ts'
import { callUserProfile } from '../calls/session.ts'
import { callSessions } from '../calls.ts'
import type { AppSession } from '../session/app-session.ts'
import { requireBody } from '../session/page-failure.ts'
import type { IdentityView } from '../wire/identities.ts'
import type { MailPreferences } from '../wire/mail-preferences.ts'
import type { ReusableCardView } from '../wire/reusable-cards.ts'
import type { SavedCardView } from '../wire/saved-cards.ts'
import type { SecondFactor } from '../wire/second-factor.ts'
import type { Profile, SessionView } from '../wire.ts'

export type LoadedSettings = {
  session: AppSession
  profile: Profile
  sessions: SessionView[]
  factor: SecondFactor
  identities: IdentityView[]
  savedCards: SavedCardView[]
  reusableCards: ReusableCardView[]
  mailPreferences: MailPreferences
}

export async function loadSettings(client: Client, session: AppSession): Promise<LoadedSettings> {
  const [profile, sessions, factor, identities, savedCards, reusableCards, mailPreferences] = await Promise.all([
    callUserProfile(client, session.as),
    callSessions(client, session.as),
    callSecondFactor(client, session.as),
    callIdentities(client, session.as),
    callSavedCards(client, session.as),
    callReusableCards(client, session.as),
    callMailPreferences(client, session.as),
  ])
  return {
    session,
    profile: requireBody(profile),
    sessions: requireBody(sessions).data,
    factor: requireBody(factor).data,
    identities: requireBody(identities).data,
    savedCards: requireBody(savedCards).data,
    reusableCards: requireBody(reusableCards).data,
    mailPreferences: requireBody(mailPreferences).data,
  }
}
