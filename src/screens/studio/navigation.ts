import { CalendarRange, GraduationCap, Users } from 'lucide-react'
import type { Navigation } from '#people/app-shell/navigation.ts'

export const STUDIO_NAVIGATION: Navigation = [
  {
    label: 'Studio',
    path: '/studio',
    exceptPaths: ['/studio/calendar', '/studio/learners'],
    Icon: GraduationCap,
    access: 'everyone',
    isForTeachers: true,
  },
  {
    label: 'Learners',
    path: '/studio/learners',
    Icon: Users,
    access: 'everyone',
    isForTeachers: true,
  },
  {
    label: 'Studio calendar',
    path: '/studio/calendar',
    Icon: CalendarRange,
    access: 'everyone',
    isForTeachers: true,
    isPhoneExtra: true,
  },
]
