/**
 * Notifications from the database to this process (LISTEN), over a separate connection. A lost connection may have
 * missed notifications: the listener is informed and must assume that everything changed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { logDatabaseUnavailable } from './unavailable.ts'

export type ChangeNotifications = {
  /**
   * Listeners of one channel share its connection.
   *
   * @param onGap called after each new connection, at first and after a loss
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): void
  close(): Promise<void>
}

type Listener = { onPayload: (payload: string) => void; onGap: () => void }

const RECONNECT_MS = 1_000

export function createChangeNotifications(url: string, log: Log): ChangeNotifications {
  const clients = new Map<string, pg.Client>()
  const channels = new Map<string, Listener[]>()
  let isClosed = false

  async function follow(channel: string, listeners: readonly Listener[]): Promise<void> {
    const onPayload = (payload: string) => {
      for (const listener of listeners) listener.onPayload(payload)
    }
    const onGap = () => {
      for (const listener of listeners) listener.onGap()
    }
    while (!isClosed) {
      const connection = new pg.Client({
        connectionString: url,
        application_name: 'understudy changes',
        keepAlive: true,
      })
      const lost = new Promise<void>((resolve) => {
        connection.on('error', (error) => {
          logDatabaseUnavailable(log, error.message)
          resolve()
        })
        connection.on('end', resolve)
      })
      connection.on('notification', ({ payload = '' }) => onPayload(payload))
      try {
        clients.set(channel, connection)
        await connection.connect()
        await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
        onGap()
        await lost
      } catch (error) {
        logDatabaseUnavailable(log, error instanceof Error ? error.message : String(error))
      }
      await connection.end().catch(() => {})
      onGap()
      if (!isClosed) await pause(RECONNECT_MS)
    }
  }

  return {
    listen(channel, onPayload, onGap) {
      const listener = { onPayload, onGap }
      const existing = channels.get(channel)
      if (existing) return void existing.push(listener)
      const listeners = [listener]
      channels.set(channel, listeners)
      void follow(channel, listeners)
    },
    async close() {
      isClosed = true
      await Promise.all([...clients.values()].map((client) => client.end().catch(() => {})))
    },
  }
}
