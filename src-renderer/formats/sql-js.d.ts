/** The build of sql.js that contains its WebAssembly, so that nothing has to be fetched. */
declare module 'sql.js/dist/sql-wasm-inline.js' {
  export { default } from 'sql.js';
}
