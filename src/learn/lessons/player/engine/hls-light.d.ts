/** The package has no types for its light build, which has the same shape. */
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js'
}
