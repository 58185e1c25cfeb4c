/** A real SMTP server that misbehaves by chance, and remembers each message that it accepted. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * The server fails at the recipient with `refuse` (550), `greylist` (450), `busy` (421), `hang-early`
 * and `drop-early`. It fails after the content with `refuse-content` (554), `hang-late` and `drop-late`, and throws the
 * content away. With `accept-and-drop` and `accept-and-hang` it stores the message.
 */
export type Mood =
  | 'accept'
  | 'refuse'
  | 'greylist'
  | 'busy'
  | 'refuse-content'
  | 'hang-early'
  | 'hang-late'
  | 'drop-early'
  | 'drop-late'
  | 'accept-and-drop'
  | 'accept-and-hang'

export type Received = { messageId: string; to: string; raw: string; isDropped: boolean }

export type BadServer = {
  url: string
  received: Received[]
  /** Attempts in each mood. */
  moods: Map<Mood, number>
  close(): Promise<void>
}

/** @param getMood is asked once for each connection */
export async function startBadServer(getMood: (to: string) => Mood): Promise<BadServer> {
  const received: Received[] = []
  const moods = new Map<Mood, number>()
  const sockets = new Map<number, Socket>()
  const current = new Map<string, { mood: Mood; to: string }>()
  const drop = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy()

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, session, answer) {
      const mood = getMood(address)
      moods.set(mood, (moods.get(mood) ?? 0) + 1)
      current.set(session.id, { mood, to: address })
      if (mood === 'refuse') return answer(reply(550, '5.1.1 no such user'))
      if (mood === 'greylist') return answer(reply(450, '4.2.0 greylisted, try again'))
      if (mood === 'busy') return answer(reply(421, '4.3.2 closing'))
      if (mood === 'hang-early') return
      if (mood === 'drop-early') return void drop(session)
      answer()
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mood, to } = current.get(session.id)!
        const raw = Buffer.concat(chunks).toString()
        const isStored = mood.startsWith('accept')
        const messageId = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? ''
        if (isStored) received.push({ messageId, to, raw, isDropped: mood !== 'accept' })
        if (mood === 'accept-and-drop' || mood === 'drop-late') return void drop(session)
        if (mood === 'hang-late' || mood === 'accept-and-hang') return
        answer(mood === 'refuse-content' ? reply(554, '5.6.0 not wanted') : null)
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort!
    sockets.set(port, socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(port))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    moods,
    async close() {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
