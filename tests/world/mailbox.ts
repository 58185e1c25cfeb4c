/** The e-mails to a person, as the demo server shows them. */
export type Mail = {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { url: string; contentType: string }[]
}

const PATIENCE_MS = 60_000

/** The newest mail to an address, once there is one that the pattern is found in. */
export async function newestMail(server: string, to: string, holding = /./): Promise<Mail> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${server}/dev/mail.json?to=${encodeURIComponent(to)}`)
    const mails = (await answer.json()) as Mail[]
    const mail = mails.find((mail) => holding.test(`${mail.subject}\n${mail.text}`))
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`no mail came to ${to}`)
}

/** The one link to a page that a mail holds. */
export function linkIn(mail: Mail, page: string): string {
  const link = new RegExp(`https?://\\S+/${page}#token=\\S+`).exec(mail.text)?.[0]
  if (!link) throw new Error(`no link to ${page} in: ${mail.text}`)
  return link
}
