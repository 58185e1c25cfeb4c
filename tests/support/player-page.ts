/** A page with nothing but the player and its report queue, bundled by tests/support/player-site.ts. */
import '#ui/theme/tokens.gen.css'
import '#ui/theme/base.css'
import '#ui/theme/fonts.css'
import './player-page.css'
import { createElement, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { runInTabLock } from '#http/client.ts'
import { Player } from '#learn/lessons/player/player.tsx'
import type { GrantOutcome, PlayedPart, PlayerHandle, PlayerNote } from '#learn/lessons/player/player-props.ts'
import { createReportQueue, type PlayedReport } from '#learn/lessons/player/reports/report-queue.ts'

const NOTES: PlayerNote[] = [
  { id: 'one', atSeconds: 3, text: 'Use the timer of the phone.' },
  { id: 'two', atSeconds: 12, text: 'Try it before breakfast.' },
]
const query = new URLSearchParams(location.search)

async function requestGrant(): Promise<GrantOutcome> {
  const response = await fetch(`/grant${location.search}`, { method: 'POST' })
  if (response.ok) return { media: await response.json() }
  return {
    refusal: createElement('p', null, createElement('b', null, 'Your course is paused'), ' until the balance is paid.'),
  }
}

async function send(reports: PlayedReport[]): Promise<number> {
  const body = JSON.stringify(reports)
  const response = await fetch('/reports', { method: 'POST', body, keepalive: true }).catch(() => null)
  return response?.status ?? 0
}

function createQueue() {
  return createReportQueue({ personId: 'ana', storage: localStorage, send, runExclusive: runInTabLock })
}

const playFromStart = (handle: PlayerHandle | null) => handle?.playFrom(handle.getPosition())

function Page() {
  const queue = useMemo(createQueue, [])
  const [message, setMessage] = useState('')
  const [isShown, setShown] = useState(!query.has('late'))
  const onReport = ({ ranges, position, isFinal }: PlayedPart) => {
    queue.add({ lessonId: 'lesson', assetId: 'asset', ranges, position })
    if (isFinal) queue.flushBeforeClose()
    else void queue.flush()
  }
  if (!isShown) return createElement('button', { type: 'button', onClick: () => setShown(true) }, 'Show and play')
  return createElement(
    'main',
    { className: 'stage', 'data-hue': 'vermilion' },
    createElement(Player, {
      ref: query.has('late') ? playFromStart : null,
      kind: query.has('audio') ? 'audio' : 'video',
      title: 'The kind ones first',
      durationSeconds: 20,
      startAt: Number(query.get('at') ?? 0),
      poster: query.has('poster') ? '/files/poster.svg' : null,
      notes: NOTES,
      onNeedGrant: requestGrant,
      onReport,
      onNext: query.has('next') ? () => setMessage('next lesson') : undefined,
      nextTitle: 'Leave without a last word',
      staysFor: query.has('rest') ? 'This lesson goes on as a text below.' : undefined,
      onAddNote: (seconds: number) => setMessage(`note at ${seconds}`),
    }),
    createElement('h1', null, 'The kind ones first'),
    createElement('p', { id: 'message' }, message),
    createElement('label', null, 'Note ', createElement('input', { name: 'note' })),
  )
}

createRoot(document.getElementById('root')!).render(createElement(Page))
