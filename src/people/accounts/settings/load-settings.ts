/** Loads the settings: profile, sessions, second factor and linked log-ins. */
import type { Client } from '#http/client.ts'
import type { AppSession } from '../session/app-session.ts'
import { requireBody } from '../session/page-failure.ts'
import { type IdentityView, listIdentities } from '../wire/identities.ts'
import { listMailPreferences, type MailPreferences } from '../wire/mail-preferences.ts'
import { listReusableCards, type ReusableCardView } from '../wire/reusable-cards.ts'
import { listSavedCards, type SavedCardView } from '../wire/saved-cards.ts'
import { readSecondFactor, type SecondFactor } from '../wire/second-factor.ts'
import { listSessions, type Profile, type SessionView, userProfile } from '../wire.ts'

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
    client.call(userProfile, { auth: session.as }),
    client.call(listSessions, { auth: session.as }),
    client.call(readSecondFactor, { auth: session.as }),
    client.call(listIdentities, { auth: session.as }),
    client.call(listSavedCards, { auth: session.as }),
    client.call(listReusableCards, { auth: session.as }),
    client.call(listMailPreferences, { auth: session.as }),
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
