import { Award } from 'lucide-react'
import type { Navigation } from '#people/app-shell/navigation.ts'
import { MY_CERTIFICATES_PATH } from './my-certificates-path.ts'

export const CERTIFICATE_NAVIGATION: Navigation = [
  {
    label: 'Certificates',
    path: MY_CERTIFICATES_PATH,
    Icon: Award,
    access: 'learner',
    isOfLearner: true,
  },
]
