/** PostgreSQL's own load, with a script of ours. Null where it is not installed. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

export type Ran = { transactions: number; perSecond: number }

export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0

export async function runPgbench(address: string, script: string, clients: number, seconds: number): Promise<Ran> {
  const { searchParams, hostname, port, username, pathname } = new URL(address)
  const place = ['-h', searchParams.get('host') ?? hostname, '-p', port, '-U', username, pathname.slice(1)]
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds), '-f', script]
  const { stdout } = await promisify(execFile)('pgbench', [...how, ...place])
  const [, transactions, failed] = /actually processed: (\d+)[\s\S]*failed transactions: (\d+)/.exec(stdout) ?? []
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (!perSecond || failed !== '0') throw new Error(`pgbench did not do what it was asked for:\n${stdout}`)
  return { transactions: Number(transactions), perSecond: Number(perSecond) }
}
