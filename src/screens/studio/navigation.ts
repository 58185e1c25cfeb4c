import { GraduationCap } from 'lucide-react'
import type { Navigation } from '#people/app-shell/navigation.ts'

export const STUDIO_NAVIGATION: Navigation = [
  {
    label: 'Studio',
    path: '/studio',
    Icon: GraduationCap,
    access: 'everyone',
    isForTeachers: true,
  },
]
