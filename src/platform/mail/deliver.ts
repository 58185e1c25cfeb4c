/** One e-mail over one SMTP connection. Tells apart whether the server can have accepted it. */
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { classifyFault, type SmtpFault } from './classify-fault.ts'
import type { MailDelivery } from './mailer.ts'

/** Shorter than the lease of a mail, whose worker counts as dead afterwards. */
const DEADLINE_MS = 100_000

export function deliver(
  options: SMTPTransport['options'],
  envelope: { from: string | false; to: string[] },
  message: Buffer,
  handOver: () => Promise<boolean>,
): Promise<MailDelivery> {
  const connection = new SMTPConnection(options)
  const content = createContent(message, handOver)
  return new Promise((resolve) => {
    const finish = (fault: SmtpFault | null) => {
      clearTimeout(deadline)
      if (fault) connection.close()
      else connection.quit()
      resolve(fault ? classifyFault(fault, content.isHandedOver()) : { is: 'accepted' })
    }
    const deadline = setTimeout(() => finish(new Error('the server took too long')), DEADLINE_MS)
    connection.on('error', finish)
    connection.connect((fault) => {
      if (fault) return finish(fault)
      const send = () =>
        connection.send({ ...envelope, size: message.length }, content.stream, (sendFault) => finish(sendFault))
      const { auth } = options
      if (!auth || connection.authenticated) return send()
      connection.login(auth, (loginFault) => (loginFault ? finish(loginFault) : send()))
    })
  })
}

/** The message as a stream, which nothing reads before the server has accepted sender and recipient. */
function createContent(message: Buffer, handOver: () => Promise<boolean>) {
  let isHandedOver = false
  let hasAsked = false
  const stream = new Readable({
    read() {
      if (hasAsked) return
      hasAsked = true
      handOver().then(
        (isOurs) => {
          if (!isOurs) return this.destroy(new Error('another worker took over'))
          isHandedOver = true
          this.push(message)
          this.push(null)
        },
        (error) => this.destroy(error),
      )
    },
  })
  stream.on('error', () => {})
  return { stream, isHandedOver: () => isHandedOver }
}
