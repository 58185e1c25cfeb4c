import { CalendarDays, Clapperboard, House } from 'lucide-react'
import { HOME_PATH, type Navigation, type NavigationEntry } from '#features/app-shell/navigation.ts'

export const PORTAL_NAVIGATION: Navigation = [
  { label: 'Home', path: HOME_PATH, Icon: House, access: 'everyone' },
  { label: 'Calendar', path: '/portal/calendar', Icon: CalendarDays, access: 'learner' },
]

export const CATALOGUE_ENTRY: NavigationEntry = {
  label: 'All courses',
  path: '/#courses',
  Icon: Clapperboard,
  access: 'learner',
  isDocument: true,
}
