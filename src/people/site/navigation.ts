import { Store } from 'lucide-react'
import { SITE_SETTINGS_PATH } from './site-settings-path.ts'

export const SITE_ENTRY = {
  label: 'Site',
  path: SITE_SETTINGS_PATH,
  Icon: Store,
  access: 'admin',
  isPhoneExtra: true,
} as const
