/**
 * A real browser for journeys. It collects the errors and warnings of its pages' consoles, and the faults of their calls:
 * each is held against the list of docs/specification.md §7.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { findBrowser } from '../../tools/find-browser.ts'
import { findCallFaults } from './specified-calls.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type BrowserOptions = {
  /** The origin of paths that `goto` gets. */
  baseURL?: string
  timezoneId?: string
  width?: number
  /** Taps come from a finger, and pages get the sizes for one. */
  hasTouch?: boolean
  colorScheme?: 'light' | 'dark'
  javaScriptEnabled?: boolean
  /** Pages run without their content security policy. */
  ignoresPolicy?: boolean
  /** Of a test's own web server. */
  trustsEveryCertificate?: boolean
}
export type Journey = {
  context: BrowserContext
  page: Page
  faults: string[]
  /** Patterns of errors that the test causes on purpose. */
  allowedFaults: RegExp[]
  close(): Promise<void>
}
type Opened = Pick<Journey, 'context' | 'page' | 'close'>

/** A process of the browser without a window, for `launchBrowser`. */
export const startChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), headless: true, args: FLAGS })

/** @param running a running browser that gets one more window, without a profile on the disk; else a new process */
export async function launchBrowser(options: BrowserOptions = {}, running: Browser | null = null): Promise<Journey> {
  const { context, page, close } = await (running ? openWindow(running, options) : startProcess(options))
  context.setDefaultTimeout(60_000)
  const faults: string[] = []
  const allowedFaults: RegExp[] = []
  const addFault = (fault: string) => {
    if (!allowedFaults.some((pattern) => pattern.test(fault))) faults.push(fault)
  }
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') addFault(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => addFault(`${page.url()}: ${error.message}`))
    page.on('request', (request) => listCallFaults(request).map(addFault))
  }
  watch(page)
  context.on('page', watch)
  return { context, page, faults, allowedFaults, close }
}

async function startProcess(options: BrowserOptions): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), 'understudy-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    headless: true,
    args: FLAGS,
    ...getContextOptions(options),
  })
  const close = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { context, page: context.pages()[0] ?? (await context.newPage()), close }
}

async function openWindow(running: Browser, options: BrowserOptions): Promise<Opened> {
  const context = await running.newContext(getContextOptions(options))
  return { context, page: await context.newPage(), close: () => context.close() }
}

function getContextOptions(options: BrowserOptions): BrowserContextOptions {
  return {
    ...(options.baseURL && { baseURL: options.baseURL }),
    timezoneId: options.timezoneId ?? 'Asia/Manila',
    locale: 'en-GB',
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.colorScheme ?? 'light',
    acceptDownloads: true,
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    hasTouch: options.hasTouch ?? false,
    bypassCSP: options.ignoresPolicy ?? false,
    ignoreHTTPSErrors: options.trustsEveryCertificate ?? false,
  }
}

function listCallFaults(request: Request): string[] {
  const [, path] = new URL(request.url()).pathname.split('/api/v1/')
  if (path === undefined) return []
  const query = Object.fromEntries(new URL(request.url()).searchParams)
  return findCallFaults(request.method(), path, request.method() === 'GET' ? query : readBody(request))
}

/** Empty for a body that is no JSON, such as a file. */
function readBody(request: Request): Record<string, unknown> {
  return request.headers()['content-type'] === 'application/json'
    ? (JSON.parse(request.postData() ?? '{}') as Record<string, unknown>)
    : {}
}
