/** The little of it that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }

  // biome-ignore lint/style/noDefaultExport: this is how the library exports it.
  export { Provider as default }
}
