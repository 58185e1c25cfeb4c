/** Connects the endpoints of the site's settings to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { changeMark } from './change-mark.ts'
import { loadSiteNeeds } from './needs/load-needs.ts'
import { confirmPrivacyPage, sendTestMail } from './needs/prove-needs.ts'
import { getLastChange } from './queries.ts'
import { mayEditSite, saveSite } from './save-site.ts'
import { viewEnvironment } from './view-environment.ts'
import * as wire from './wire.ts'

export function siteApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.readSite, async ({ actor }) => {
      const [stored, mayEdit, lastChange, needs] = await Promise.all([
        readSiteSettings(deps.db),
        mayEditSite(deps.db, actor),
        getLastChange(deps.db),
        loadSiteNeeds(deps),
      ])
      return respond(200, {
        data: {
          ...stored,
          environment: viewEnvironment(deps.config),
          discounts: {
            groupTiers: [...deps.config.groupTiers],
            referralPercent: deps.config.referral.percent,
            referralRewardDollars: deps.config.referral.rewardDollars,
          },
          lastChange: lastChange && { ...lastChange, savedAt: lastChange.savedAt.toISOString() },
          needs: needs?.map((need) => ({ ...need, at: need.at?.toISOString() ?? null })) ?? null,
          mark: deps.site.current.mark,
          mailFrom: deps.config.mailFrom,
          mayEdit,
        },
      })
    }),
    handle(wire.saveSite, async ({ actor, body, ...call }) => {
      const saved = await saveSite(withOrigin(deps, call), actor, body)
      return saved.ok ? respond(200, { data: saved.value }) : refuse(saved.refusal)
    }),
    handle(wire.changeMark, async ({ actor, body, ...call }) =>
      changeMark(withOrigin(deps, call), actor, body.picture),
    ),
    handle(wire.sendTestMail, async ({ actor }) => {
      const sent = await sendTestMail(deps, actor)
      return sent.ok ? respond(202, { data: sent.value }) : refuse(sent.refusal)
    }),
    handle(wire.confirmPrivacyPage, async ({ actor, ...call }) => confirmPrivacyPage(withOrigin(deps, call), actor)),
  ]
}
