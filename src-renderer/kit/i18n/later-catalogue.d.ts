/** The English messages that are loaded with the parts that show them. */
declare module '*en.json?later' {
  const messages: object;
  // biome-ignore lint/style/noDefaultExport: a JSON module has no other export
  export default messages;
}
