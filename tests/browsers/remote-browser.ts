/** A browser of another maker, driven as a person uses it. `at` is always the XPath of an element that is shown. */
export type RemoteBrowser = {
  name: string
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** Waits until the element is shown. */
  waitFor(at: string): Promise<void>
  press(at: string): Promise<void>
  /** Replaces the text of a field by typed keys. */
  fill(at: string, text: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>
  close(): Promise<void>
}

/** How long a page may take. */
export const PATIENCE_MS = 60_000

export const named = (name: string) => `//main//*[@name="${name}"]`
export const button = (text: string) => `//button[starts-with(normalize-space(), "${text}")]`
export const heading = (text: string) => `//*[self::h1 or self::h2 or self::h3][contains(normalize-space(), "${text}")]`

/** Waits until the expression is true in the page. */
export async function waitUntil(browser: RemoteBrowser, expression: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await browser.evaluate<boolean>(expression))) {
    if (Date.now() > deadline) throw new Error(`${browser.name}: never true at ${await browser.url()}: ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
