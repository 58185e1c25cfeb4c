/** Head tags for the preview of a shared link. Crawlers need absolute URLs. */
/** `siteName`: of the root loader; empty if it failed. */
type ShareMetaInput = { siteName: string; title: string; description: string; address: string; picture: string }

export function createShareMeta({ siteName, title, description, address, picture }: ShareMetaInput) {
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: picture.endsWith('.jpg') ? 'image/jpeg' : 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
