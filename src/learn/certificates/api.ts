/** Binds the endpoints of certificates to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { changeOwnCertificate, correctName } from './change-certificate.ts'
import { readPdf, readPicture } from './documents/certificate-files.ts'
import { lookUpCertificate, lookUpCredential } from './look-up-certificate.ts'
import { type CertificateRow, listOwnCertificates } from './queries/certificates.ts'
import { revokeAnyCertificate, revokeOwnCertificate } from './revoke-certificate.ts'
import { toCertificateView, toOwnCertificateView } from './views.ts'
import * as wire from './wire.ts'

export function certificatesApi(deps: Deps): MountedEndpoint[] {
  const toView = (row: CertificateRow) => toOwnCertificateView(deps, row)
  const answer = (outcome: Outcome<CertificateRow>) =>
    outcome.ok ? respond(200, { data: toView(outcome.value) }) : refuse(outcome.refusal)
  return [
    handle(wire.readCertificate, async ({ params, ip }) => {
      const outcome = await lookUpCertificate(deps, params.publicId, ip)
      return outcome.ok ? respond(200, { data: toCertificateView(outcome.value) }) : refuse(outcome.refusal)
    }),
    handle(wire.readCredential, ({ params, ip }) => lookUpCredential(deps, params.publicId, ip)),
    handle(wire.readPicture, ({ params, ip }) => readPicture(deps, params.publicId, ip)),
    handle(wire.listMyCertificates, async ({ actor }) => {
      const rows = await listOwnCertificates(deps.db, actor.personId)
      return respond(200, { data: rows.map(toView) })
    }),
    handle(wire.changeMyCertificate, async ({ actor, params, body }) =>
      answer(await changeOwnCertificate(deps, actor.personId, params.id, body)),
    ),
    handle(wire.readPdf, ({ actor, params }) => readPdf(deps, actor.personId, params.id)),
    handle(wire.revokeMyCertificate, async ({ actor, params }) =>
      answer(await revokeOwnCertificate(deps, actor.personId, params.id)),
    ),
    handle(wire.correctCertificate, async ({ actor, params, body, ...call }) =>
      answer(await correctName(withOrigin(deps, call), actor, params.id, body.name)),
    ),
    handle(wire.revokeCertificate, async ({ actor, params, body, ...call }) =>
      answer(await revokeAnyCertificate(withOrigin(deps, call), actor, params.id, body.reason)),
    ),
  ]
}
