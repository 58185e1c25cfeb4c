export const SITE_SETTINGS_PATH = '/portal/settings/site'
export const INFORMATION_PAGES_PATH = '/portal/settings/site/pages'
