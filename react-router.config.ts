import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A page's loader and its parts are asked for at the same time anyway: one script of them is smaller than four.
  splitRouteModules: false,
} satisfies Config
