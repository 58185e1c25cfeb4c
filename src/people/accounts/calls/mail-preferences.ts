/** Client functions for the e-mails that a person can turn off. */

import type { Client, SignedInAudience } from '#http/client.ts'
import type { MailCategory } from '#people/mailing/mail-categories.ts'
import * as wire from '../wire/mail-preferences.ts'

export const callMailPreferences = (client: Client, as: SignedInAudience) =>
  client.call(wire.mailPreferences, { auth: as })

export const callChangeMailPreference = (
  client: Client,
  as: SignedInAudience,
  choice: { category: MailCategory; isOff: boolean },
) => client.call(wire.changeMailPreference, { body: choice, auth: as })
