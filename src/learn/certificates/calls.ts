/** The browser's calls of the certificate endpoints. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from './wire.ts'

export const callMyCertificates = (client: Client, auth: SignedInAudience) =>
  client.call(wire.listMyCertificates, { auth })

export const callChangeCertificate = (
  client: Client,
  auth: SignedInAudience,
  id: string,
  body: RequestBody<typeof wire.changeMyCertificate>,
) => client.call(wire.changeMyCertificate, { auth, params: { id }, body })

export const callRevokeCertificate = (client: Client, auth: SignedInAudience, id: string) =>
  client.call(wire.revokeMyCertificate, { auth, params: { id } })

export const callCertificatePdf = (client: Client, auth: SignedInAudience, id: string) =>
  client.call(wire.readPdf, { auth, params: { id } })
