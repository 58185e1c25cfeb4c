/** Validates the contact details in the browser. The server checks whether a phone number exists. */
import { emailFault, phoneFault } from '#domain/contact.ts'
import type { ContactDetails } from '../session/enrolment.ts'

export function listDetailFaults(details: ContactDetails, isSignedIn: boolean): Record<string, string> {
  const names: (keyof ContactDetails)[] = isSignedIn ? ['phoneNumber'] : ['email', 'name', 'phoneNumber']
  const faults = names.map((name) => [name, getDetailFault(name, details[name].trim())] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault)) as Record<string, string>
}

export function getDetailFault(name: keyof ContactDetails, text: string): string | null {
  if (name === 'email') return emailFault(text)
  if (name === 'name') return text === '' ? 'Name is required' : null
  return phoneFault(text)
}
