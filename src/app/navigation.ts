/** The app's menu. A feature with a page of the app adds its entries here. */

import { CERTIFICATE_NAVIGATION } from '#learn/certificates/navigation.ts'
import { SETTINGS_ENTRY } from '#people/accounts/navigation.ts'
import type { Navigation } from '#people/app-shell/navigation.ts'
import { SITE_ENTRY } from '#people/site/navigation.ts'
import { ADMIN_NAVIGATION } from '#screens/admin/navigation.ts'
import {
  CALENDAR_ENTRY,
  CATALOGUE_ENTRY,
  PORTAL_NAVIGATION,
  PURCHASES_ENTRY,
  REFERRAL_ENTRY,
} from '#screens/portal/navigation.ts'
import { STUDIO_NAVIGATION } from '#screens/studio/navigation.ts'

export const NAVIGATION: Navigation = [
  ...PORTAL_NAVIGATION,
  ...ADMIN_NAVIGATION,
  ...STUDIO_NAVIGATION,
  CALENDAR_ENTRY,
  CATALOGUE_ENTRY,
  PURCHASES_ENTRY,
  REFERRAL_ENTRY,
  ...CERTIFICATE_NAVIGATION,
  SITE_ENTRY,
  SETTINGS_ENTRY,
]
