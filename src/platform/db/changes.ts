/**
 * News from the database to this process, by LISTEN, over a connection of its own. A connection that was
 * lost may have missed some: whoever listens is told so, and must take everything for changed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { noteDatabaseAway } from './away.ts'

export type Changes = {
  /** `missed` is called each time the connection has come about: at first, and after a loss. */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): void
  close(): Promise<void>
}

const AGAIN_MILLISECONDS = 1_000

export function openChanges(url: string, log: Log): Changes {
  let client: pg.Client | undefined
  let isClosed = false

  async function follow(channel: string, heard: (payload: string) => void, missed: () => void): Promise<void> {
    while (!isClosed) {
      const own = new pg.Client({ connectionString: url, application_name: 'understudy changes', keepAlive: true })
      const lost = new Promise<void>((resolve) => {
        own.on('error', (error) => {
          noteDatabaseAway(log, error.message)
          resolve()
        })
        own.on('end', resolve)
      })
      own.on('notification', ({ payload = '' }) => heard(payload))
      try {
        client = own
        await own.connect()
        await own.query(`listen ${own.escapeIdentifier(channel)}`)
        missed()
        await lost
      } catch (error) {
        noteDatabaseAway(log, error instanceof Error ? error.message : String(error))
      }
      await own.end().catch(() => {})
      missed()
      if (!isClosed) await pause(AGAIN_MILLISECONDS)
    }
  }

  return {
    listen: (channel, heard, missed) => void follow(channel, heard, missed),
    async close() {
      isClosed = true
      await client?.end().catch(() => {})
    },
  }
}
