/** The settings of the server that win over those of the site. */
import type { Config } from '#config/config.ts'
import { getSiteEnvironment } from '#platform/site-reader.ts'
import type { SiteEnvironmentView } from './wire.ts'

/** As the responses have it. */
export function viewEnvironment(config: Config): SiteEnvironmentView {
  const { sellerLines, ...environment } = getSiteEnvironment(config)
  return { ...environment, sellerLines: sellerLines && [...sellerLines] }
}
