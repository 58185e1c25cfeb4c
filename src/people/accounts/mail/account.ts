/** The texts of the e-mails about an account. */
import { greetingFor, plainName } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

type EmailContext = { sender: EmailSender }

/** Has no code when the address belongs to a guest who has bought. */
export function verificationMail(
  context: EmailContext & { name: string; code: string | null; url: string },
): RenderedEmail {
  const greeting = isolated`${greetingFor(context.name)}. Someone, hopefully you, signed up with this address.`
  return renderEmail({
    subject: context.code ? `${context.code} is your code` : 'Confirm your address',
    title: 'Is this your address?',
    paragraphs: context.code
      ? [
          `${greeting} Enter this code where you signed up. It works for one hour.`,
          'Or click the button within a day. If it wasn’t you, ignore this e-mail: no account will be created.',
        ]
      : [
          `${greeting} This address is known here already, so you don’t need a code: click the button within a day.`,
          'If it wasn’t you, ignore this e-mail: no password will be set.',
        ],
    ...(context.code && { code: context.code }),
    button: { label: 'Confirm this address', url: context.url },
    sender: context.sender,
  })
}

export function knownAddressMail(context: EmailContext & { logInUrl: string; forgetUrl: string }): RenderedEmail {
  return renderEmail({
    subject: 'You already have an account',
    title: 'You already have an account',
    paragraphs: [
      'Someone, hopefully you, tried to sign up with this address. It already has an account, so you don’t need a code: simply log in.',
      `Forgot your password? Choose a new one at ${context.forgetUrl}`,
    ],
    button: { label: 'Log in', url: context.logInUrl },
    sender: context.sender,
  })
}

export function resetMail(context: EmailContext & { url: string }): RenderedEmail {
  return renderEmail({
    subject: 'Choose a new password',
    title: 'Choose a new password',
    paragraphs: [
      'Someone, hopefully you, asked for a new password for this address. The button works once, within 30 minutes.',
      'If it wasn’t you, ignore this e-mail: your password won’t change.',
    ],
    button: { label: 'Choose a new password', url: context.url },
    sender: context.sender,
  })
}

export function logInLinkMail(context: EmailContext & { url: string }): RenderedEmail {
  return renderEmail({
    subject: 'Your log-in link',
    title: isolated`Log in to ${context.sender.name}`,
    paragraphs: [
      'Someone, hopefully you, asked for a link to log in with this address. The button works once, within 15 minutes.',
      'If it wasn’t you, ignore this e-mail: nobody is logged in. Don’t forward it to anybody.',
    ],
    button: { label: 'Log in', url: context.url },
    sender: context.sender,
  })
}

export function adminLogInMail(context: EmailContext & { url: string }): RenderedEmail {
  return renderEmail({
    subject: 'Log in with your password',
    title: 'Log in with your password',
    paragraphs: [
      'Someone, hopefully you, asked for a link to log in with this address. Community admins log in with a password or a passkey, so we send them no link.',
    ],
    button: { label: 'Log in', url: context.url },
    sender: context.sender,
  })
}

export function passwordChangedMail(
  context: EmailContext & { at: string; forgetUrl: string; otherLogIns: string[]; settingsUrl: string },
): RenderedEmail {
  return renderEmail({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${context.at}, and every other device was logged out.`,
      ...(context.otherLogIns.length > 0
        ? [
            `You can still log in with: ${context.otherLogIns.map((name) => isolated`${name}`).join(', ')}. Remove any you don’t recognise at ${context.settingsUrl}`,
          ]
        : []),
      'If it wasn’t you, choose a new password now.',
    ],
    button: { label: 'It wasn’t me', url: context.forgetUrl },
    sender: context.sender,
  })
}

export function newDeviceMail(
  context: EmailContext & { device: string; at: string; forgetUrl: string },
): RenderedEmail {
  return renderEmail({
    subject: isolated`New log-in: ${context.device}`,
    title: 'A log-in from a new device',
    paragraphs: [
      isolated`Someone logged in to your account with ${context.device} on ${context.at}. If that was you, you don’t need to do anything.`,
      'If it wasn’t you, choose a new password: this logs out every device.',
    ],
    button: { label: 'It wasn’t me', url: context.forgetUrl },
    sender: context.sender,
  })
}

export function stepUpCodeMail(
  context: EmailContext & { name: string; code: string; settingsUrl: string },
): RenderedEmail {
  return renderEmail({
    subject: `${context.code} is your code`,
    title: 'Is this you?',
    paragraphs: [
      isolated`${greetingFor(context.name)}. Enter this code on the page that asks for it. It works for ten minutes.`,
      'If you didn’t ask for it, somebody may be using your account. Don’t give the code to anybody, and log out your other devices in your settings.',
    ],
    code: context.code,
    button: { label: 'See my devices', url: context.settingsUrl },
    sender: context.sender,
  })
}

export function identityProofMail(
  context: EmailContext & { provider: string; name: string | null; url: string },
): RenderedEmail {
  const name = plainName(context.name)
  const account = name ? isolated`the ${context.provider} account of “${name}”` : `a ${context.provider} account`
  return renderEmail({
    subject: `Log in with ${context.provider}: is this you?`,
    title: 'Is this you?',
    paragraphs: [
      isolated`Someone, hopefully you, asked to log in with ${account}. If it was you, open the link within 30 minutes, in the browser where you started. After that you can log in with ${context.provider}.`,
      'If it wasn’t you, ignore this e-mail.',
    ],
    button: { label: 'Yes, log me in', url: context.url },
    sender: context.sender,
  })
}
