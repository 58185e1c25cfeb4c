/** `npm run u -- prove torture mail` loads this file by Vite, because e-mails are React components. */
export { tortureClockChanges } from './clock-changes.ts'
export { tortureMessages } from './messages.ts'
export { tortureReminders } from './reminders.ts'
