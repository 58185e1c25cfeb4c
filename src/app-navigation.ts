/** The app's menu. A feature with a page of the app adds its entries here. */
import { SETTINGS_ENTRY } from '#features/accounts/navigation.ts'
import { ADMIN_NAVIGATION } from '#features/admin/navigation.ts'
import type { Navigation } from '#features/app-shell/navigation.ts'
import { CERTIFICATE_NAVIGATION } from '#features/certificates/navigation.ts'
import { CATALOGUE_ENTRY, PORTAL_NAVIGATION, PURCHASES_ENTRY, REFERRAL_ENTRY } from '#features/portal/navigation.ts'
import { STUDIO_NAVIGATION } from '#features/studio/navigation.ts'

export const NAVIGATION: Navigation = [
  ...PORTAL_NAVIGATION,
  ...ADMIN_NAVIGATION,
  ...STUDIO_NAVIGATION,
  CATALOGUE_ENTRY,
  PURCHASES_ENTRY,
  REFERRAL_ENTRY,
  ...CERTIFICATE_NAVIGATION,
  SETTINGS_ENTRY,
]
