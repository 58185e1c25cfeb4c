export const SITE_SETTINGS_PATH = '/portal/settings/site'
