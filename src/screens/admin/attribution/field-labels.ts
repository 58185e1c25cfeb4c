import type { AttributionField } from '#domain/attribution.ts'
import type { ReportRow } from '../wire/attribution.ts'

export const FIELD_LABELS: Readonly<Record<AttributionField, string>> = {
  campaign: 'Campaign',
  source: 'Source',
  medium: 'Medium',
  clickid: 'Click ID',
  campaignid: 'Campaign ID',
  creativeid: 'Creative ID',
  adgroupid: 'Ad group ID',
  adgroupname: 'Ad group name',
  adid: 'Ad ID',
  adname: 'Ad name',
}

/** Inside a sentence: `ad group ID`. */
export const getFieldName = (field: AttributionField): string =>
  FIELD_LABELS[field].toLowerCase().replace(/ id$/, ' ID')

export function formatRowName({ kind, value }: Pick<ReportRow, 'kind' | 'value'>, by: AttributionField): string {
  if (kind === 'others') return 'All others'
  return value ?? `No ${getFieldName(by)}`
}
