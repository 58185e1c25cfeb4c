/** What is wrong with the details as typed. Specification §5; whether a phone number exists, the server says. */
import { emailFault, phoneFault } from '#domain/contact.ts'
import type { Details } from './enrolment.ts'

export function faultsOf(details: Details, isSignedIn: boolean): Record<string, string> {
  const names: (keyof Details)[] = isSignedIn ? ['phoneNumber'] : ['email', 'name', 'phoneNumber']
  const found = names.map((name) => [name, faultOf(name, details[name].trim())] as const)
  return Object.fromEntries(found.filter(([, fault]) => fault)) as Record<string, string>
}

export function faultOf(name: keyof Details, text: string): string | null {
  if (name === 'email') return emailFault(text)
  if (name === 'name') return text === '' ? 'Name is required' : null
  return phoneFault(text)
}
