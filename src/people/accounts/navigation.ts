import { Settings } from 'lucide-react'

export const SETTINGS_ENTRY = {
  label: 'Settings',
  path: '/portal/settings',
  exceptPaths: ['/portal/settings/site'],
  Icon: Settings,
  access: 'everyone',
} as const
