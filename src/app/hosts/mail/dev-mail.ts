/** Demo and development only: shows sent mails to people and tests. See `docs/contract` §7. */
import type { FastifyInstance } from 'fastify'
import { normaliseEmail } from '#domain/contact.ts'
import { MARK_OWNER } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import { getDevMailKey, mayReadDevMail } from '#http/dev-key.ts'
import { getMail, listAttachments, listNewestMails } from '#people/mailing/queries.ts'

type MailPath = { Params: { id: string; position: string } }

export async function mountDevMail(app: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.config.mode === 'production') return
  const marks = new URL(`/images/${MARK_OWNER}/`, deps.config.publicUrl).href
  await app.register(async (dev) => {
    dev.addHook('onRequest', async (request, reply) => {
      if (!mayReadDevMail(deps, new URL(request.url, 'http://localhost').searchParams.get('key')))
        return reply.code(404).send()
    })

    dev.get<{ Querystring: { to?: string } }>('/dev/mail.json', async ({ query }) => {
      const mails = await listNewestMails(deps.db, query.to ? normaliseEmail(query.to) : null)
      const key = getDevMailKey(deps)
      const attachments = await listAttachments(
        deps.db,
        mails.map((mail) => mail.id),
      )
      return mails.map((mail) => ({
        id: mail.id,
        to: mail.to_address,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        headers: mail.headers,
        attachments: attachments
          .filter((attachment) => attachment.mail_id === mail.id)
          .map(({ filename, content_type, position }) => ({
            filename,
            contentType: content_type,
            url: `/dev/mail/${mail.id}/attachments/${position}${key ? `?key=${key}` : ''}`,
          })),
        sentAt: mail.sent_at,
      }))
    })

    // A mail is untrusted HTML and is shown in a sandboxed frame.
    dev.get<MailPath>('/dev/mail/:id/body', async ({ params }, reply) => {
      const mail = isId(params.id) ? await getMail(deps.db, params.id) : undefined
      if (!mail) return reply.code(404).send()
      reply.header(
        'content-security-policy',
        `sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src ${marks}`,
      )
      return reply.type('text/html; charset=utf-8').send(mail.html_body.replace('<head>', '<head><base target="_top">'))
    })

    dev.get<MailPath>('/dev/mail/:id/attachments/:position', async ({ params }, reply) => {
      const files = isId(params.id) ? await listAttachments(deps.db, [params.id]) : []
      const file = files.find((attachment) => String(attachment.position) === params.position)
      if (!file) return reply.code(404).send()
      return reply
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .type(file.content_type)
        .send(file.content)
    })
  })
}

const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
