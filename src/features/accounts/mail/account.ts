/** The words of the mails about an account. */
import { greetingFor, plainName } from '#domain/contact.ts'
import { renderEmail, type Words } from '#features/mailing/email.tsx'

type About = { supportAddress: string }

/** Without a code where the address belongs to a guest who has bought. */
export function verificationMail(about: About & { name: string; code: string | null; url: string }): Words {
  const hello = `${greetingFor(about.name)}. Somebody, we hope you, wants to learn with this address.`
  return renderEmail({
    subject: about.code ? `${about.code} is your code` : 'Confirm your address',
    title: 'Is this your address?',
    paragraphs: about.code
      ? [
          `${hello} Type this code where you signed up. It works for an hour.`,
          'Or use the button, within a day. If it was not you, do nothing: no account is made.',
        ]
      : [`${hello} Use the button, within a day.`, 'If it was not you, do nothing: no password is set.'],
    ...(about.code && { code: about.code }),
    button: { label: 'Confirm this address', url: about.url },
    supportAddress: about.supportAddress,
  })
}

export function knownAddressMail(about: About & { logInUrl: string; forgetUrl: string }): Words {
  return renderEmail({
    subject: 'You have an account already',
    title: 'You have an account already',
    paragraphs: [
      'Somebody, we hope you, tried to sign up with this address. It has an account: log in, and everything is where you left it.',
      `Forgotten your password? Choose a new one at ${about.forgetUrl}`,
    ],
    button: { label: 'Log in', url: about.logInUrl },
    supportAddress: about.supportAddress,
  })
}

export function resetMail(about: About & { url: string }): Words {
  return renderEmail({
    subject: 'Choose a new password',
    title: 'Choose a new password',
    paragraphs: [
      'Somebody, we hope you, asked for a new password for this address. The button works once, within 30 minutes.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', url: about.url },
    supportAddress: about.supportAddress,
  })
}

export function passwordChangedMail(
  about: About & { at: string; forgetUrl: string; waysLeft: string[]; settingsUrl: string },
): Words {
  return renderEmail({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `This happened on ${about.at}, and every other device was logged out.`,
      ...(about.waysLeft.length > 0
        ? [
            `These let you in as before: ${about.waysLeft.join(', ')}. Remove what you do not know, at ${about.settingsUrl}`,
          ]
        : []),
      'If it was not you, choose a new one now.',
    ],
    button: { label: 'It was not me', url: about.forgetUrl },
    supportAddress: about.supportAddress,
  })
}

export function newDeviceMail(about: About & { device: string; at: string; forgetUrl: string }): Words {
  return renderEmail({
    subject: `A new log-in: ${about.device}`,
    title: 'A log-in from a new device',
    paragraphs: [
      `Your account was opened with ${about.device} on ${about.at}. If that was you, all is well.`,
      'If it was not, choose a new password: it logs every device out.',
    ],
    button: { label: 'It was not me', url: about.forgetUrl },
    supportAddress: about.supportAddress,
  })
}

export function identityProofMail(about: About & { provider: string; name: string | null; url: string }): Words {
  const name = plainName(about.name)
  const account = name ? `the ${about.provider} account of “${name}”` : `a ${about.provider} account`
  return renderEmail({
    subject: `Log in with ${about.provider}: is this you?`,
    title: 'Is this you?',
    paragraphs: [
      `Somebody, we hope you, asked to log in here with ${account}. If it was you, open the link in the browser in which you began, within 30 minutes. From then on ${about.provider} lets you in.`,
      'If it was not you, do nothing, and nothing happens.',
    ],
    button: { label: 'Yes, log me in', url: about.url },
    supportAddress: about.supportAddress,
  })
}
