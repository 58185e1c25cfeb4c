/** What a production site needs before it sells: one list, which the page of the settings and `doctor` show. docs/contract §48. */
import type { Config } from '#config/config.ts'
import { listSiteNeeds, type NeedFacts, type SiteNeed } from '#domain/site/needs.ts'
import type { SiteSettings } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import { getBackupState, isBackupLate } from '#platform/backup/backup-runs.ts'
import { isNightly } from '#platform/backup/create-backup-store.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { sendsMail } from '#platform/mail/sends-mail.ts'
import { PAYMENT_PROVIDER_LABELS } from '#platform/payments/gateway.ts'
import { getMailProof, getPrivacyReadAt } from '../queries.ts'

/** Null outside production, where the sandbox takes the money. */
export async function loadSiteNeeds(deps: Deps): Promise<SiteNeed[] | null> {
  const { db, config, clock } = deps
  if (config.mode !== 'production') return null
  const [{ settings }, mail, privacyReadAt, { lastAt, fault }] = await Promise.all([
    readSiteSettings(db),
    getMailProof(db),
    getPrivacyReadAt(db),
    getBackupState(db),
  ])
  return listSiteNeeds({
    ...getPayments(deps),
    mail: { isSent: sendsMail(deps), ...mail },
    seller: getSeller(config, settings, deps.site.current.sellerLines),
    privacyReadAt,
    backup: {
      isNightly: isNightly(config.backups),
      lastAt,
      isLate: lastAt !== null && isBackupLate(lastAt, clock()),
      fault,
    },
  })
}

function getPayments({ gateways, config }: Deps): Pick<NeedFacts, 'providers' | 'isTestMoney'> {
  const used = (['card', 'paypal'] as const).flatMap((method) => gateways.forMethod(method)?.provider ?? [])
  return {
    providers: used.map((provider) => PAYMENT_PROVIDER_LABELS[provider]),
    isTestMoney: used.some((provider) => (provider === 'stripe' ? config.stripe?.isTest : config.paypal?.isTest)),
  }
}

function getSeller(
  { invoiceSellerSetting }: Pick<Config, 'invoiceSellerSetting'>,
  { sellerName, sellerAddress }: SiteSettings,
  lines: readonly string[],
): readonly string[] | null {
  return invoiceSellerSetting !== null || (sellerName && sellerAddress) ? lines : null
}
