import type { Config } from '#config/config.ts'
import type { Mailer } from './mailer.ts'

/** False only where e-mails surely wait: a process without the worker needs no mail server, because another one sends. */
export const sendsMail = ({ mailer, config }: { mailer: Pick<Mailer, 'engine'>; config: Pick<Config, 'serve'> }) =>
  mailer.engine !== 'none' || !config.serve.includes('worker')
