import { Clapperboard, House } from 'lucide-react'
import { HOME_PATH, type Navigation } from '#features/app-shell/navigation.ts'

export const PORTAL_NAVIGATION: Navigation = [
  { label: 'Home', path: HOME_PATH, Icon: House, access: 'everyone' },
  {
    label: 'All courses',
    path: '/#courses',
    Icon: Clapperboard,
    access: 'learner',
    isDocument: true,
    isPhoneExtra: true,
  },
]
