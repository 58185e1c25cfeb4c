/** The houses whose pages are looked at. Each opens when it is first needed. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../server.ts'
import { getToKnow, type Known } from './known.ts'
import type { HouseName } from './state.ts'

export type House = { server: RunningServer; known: Known }
export type Houses = { open(name?: HouseName): Promise<House>; close(): Promise<void> }

const ASKING = {
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: 'secret',
  FACEBOOK_APP_ID: 'facebook',
  FACEBOOK_APP_SECRET: 'secret',
  REMEMBER_VISITS: '1',
}

export function openHouses(): Houses {
  const open = new Map<HouseName, Promise<House>>()
  const folders: string[] = []

  async function build(name: HouseName): Promise<House> {
    if (name !== 'broken') {
      const server = await startServer(name === 'asking' ? ASKING : {})
      return { server, known: await getToKnow(server) }
    }
    const texts = await mkdtemp(join(tmpdir(), 'understudy-texts-'))
    folders.push(texts)
    await cp('content/pages', texts, { recursive: true })
    const server = await startServer({ PAGES_DIR: texts })
    const known = await getToKnow(server)
    await writeFile(join(texts, 'impact.md'), '---\ntitle: x\nsecret_path: /srv\n---\n')
    return { server, known: { ...known, away: await pageWithoutDatabase(server) } }
  }
  return {
    open(name = 'plain') {
      const house = open.get(name) ?? build(name)
      open.set(name, house)
      return house
    },
    async close() {
      for (const house of await Promise.allSettled(open.values()))
        if (house.status === 'fulfilled') await house.value.server.dispose()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function pageWithoutDatabase(server: RunningServer): Promise<string> {
  const ask = () => fetch(`${server.url}/nina-reyes`)
  await server.killPostgres9()
  let answer = await ask()
  while (answer.status !== 503) answer = await ask()
  const html = await answer.text()
  while (!(await ask()).ok);
  return html
}
