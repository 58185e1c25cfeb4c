/** The houses whose pages are looked at. Each opens when it is first needed. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../world/server.ts'
import { getToKnow, type Known } from './known.ts'
import type { TestSiteName } from './state.ts'

export type TestSite = { server: RunningServer; known: Known }
export type Houses = { open(name?: TestSiteName): Promise<TestSite>; close(): Promise<void> }

const ASKING = {
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: 'secret',
  FACEBOOK_APP_ID: 'facebook',
  FACEBOOK_APP_SECRET: 'secret',
  REMEMBER_VISITS: '1',
  TAX_RATES: 'US=Sales tax 8.875,GB=VAT 20,PH=VAT 12',
}

export function startTestSites(): Houses {
  const open = new Map<TestSiteName, Promise<TestSite>>()
  const folders: string[] = []

  async function build(name: TestSiteName): Promise<TestSite> {
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
    return { server, known: { ...known, awayPage: await pageWithoutDatabase(server) } }
  }
  return {
    open(name = 'plain') {
      const site = open.get(name) ?? build(name)
      open.set(name, site)
      return site
    },
    async close() {
      for (const site of await Promise.allSettled(open.values()))
        if (site.status === 'fulfilled') await site.value.server.dispose()
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
