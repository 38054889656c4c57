/** The build of sql.js with its WebAssembly in the file: nothing has to be fetched beside it. */
declare module 'sql.js/dist/sql-wasm-inline.js' {
  export { default } from 'sql.js';
}
