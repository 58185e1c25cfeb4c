/** Processor time of a PostgreSQL of our own, all its processes together, those that have ended too. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuSecondsOf } from './measured.ts'

/** Null where the system does not tell. */
export function postgresCpuSeconds(folder: string): number | null {
  try {
    const main = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
    const all = [
      cpuSecondsOf(main, true),
      ...children
        .trim()
        .split(/\s+/)
        .map((pid) => cpuSecondsOf(Number(pid))),
    ]
    return all.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  } catch {
    return null
  }
}
