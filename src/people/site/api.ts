/** Connects the endpoints of the site's settings to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { getSiteEnvironment } from '#platform/site-reader.ts'
import { mayEditSite, saveSite } from './save-site.ts'
import * as wire from './wire.ts'

export function siteApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.readSite, async ({ actor }) => {
      const [stored, mayEdit] = await Promise.all([readSiteSettings(deps.db), mayEditSite(deps.db, actor)])
      const { sellerLines, ...environment } = getSiteEnvironment(deps.config)
      return respond(200, {
        data: {
          ...stored,
          environment: { ...environment, sellerLines: sellerLines && [...sellerLines] },
          mailFrom: deps.config.mailFrom,
          mayEdit,
        },
      })
    }),
    handle(wire.saveSite, async ({ actor, body, ...call }) => {
      const saved = await saveSite(withOrigin(deps, call), actor, body)
      return saved.ok ? respond(200, { data: saved.value }) : refuse(saved.refusal)
    }),
  ]
}
