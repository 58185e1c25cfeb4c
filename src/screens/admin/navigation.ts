import { ChartBar, Coins, Inbox, Mails, ReceiptText, ScrollText, ShieldCheck } from 'lucide-react'
import type { Navigation } from '#people/app-shell/navigation.ts'

export const ADMIN_NAVIGATION: Navigation = [
  { label: 'Orders', path: '/portal/orders', Icon: ReceiptText, access: 'admin' },
  { label: 'Money', path: '/portal/money', Icon: Coins, access: 'admin', isPhoneExtra: true },
  { label: 'People', path: '/portal/people', Icon: ShieldCheck, access: 'admin', isPhoneExtra: true },
  { label: 'Inbox', path: '/portal/inbox', Icon: Inbox, access: 'admin' },
  { label: 'Attribution', path: '/portal/attribution', Icon: ChartBar, access: 'admin', isPhoneExtra: true },
  { label: 'E-mails', path: '/portal/mail', Icon: Mails, access: 'admin', isPhoneExtra: true },
  { label: 'Audit log', path: '/portal/audit-log', Icon: ScrollText, access: 'admin', isPhoneExtra: true },
]
