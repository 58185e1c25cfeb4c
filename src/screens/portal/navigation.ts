import { CalendarDays, Clapperboard, House, Receipt, Ticket } from 'lucide-react'
import { HOME_PATH, type Navigation, type NavigationEntry } from '#people/app-shell/navigation.ts'

export const PORTAL_NAVIGATION: Navigation = [{ label: 'Home', path: HOME_PATH, Icon: House, access: 'everyone' }]

export const CALENDAR_ENTRY: NavigationEntry = {
  label: 'Calendar',
  path: '/portal/calendar',
  Icon: CalendarDays,
  access: 'learner',
  isOfLearner: true,
}

export const CATALOGUE_ENTRY: NavigationEntry = {
  label: 'All courses',
  path: '/#courses',
  Icon: Clapperboard,
  access: 'learner',
  isOfLearner: true,
  isDocument: true,
}

export const PURCHASES_ENTRY: NavigationEntry = {
  label: 'Purchases',
  path: '/portal/purchases',
  Icon: Receipt,
  access: 'learner',
  isOfLearner: true,
  isPhoneExtra: true,
}

export const REFERRAL_ENTRY: NavigationEntry = {
  label: 'Refer a friend',
  path: '/refer-a-friend',
  Icon: Ticket,
  access: 'learner',
  isOfLearner: true,
  isPhoneExtra: true,
  isDocument: true,
}
