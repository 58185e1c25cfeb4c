/** Recognises the root secret of an installation in its backups. */
import { createSecrets } from '../secrets.ts'

/** A one-way value of the root secret. */
export function toSecretMark(root: Buffer): string {
  return createSecrets(root).mac('backup', 'secret mark').toString('hex').slice(0, 32)
}
