/** The English messages that are read with the parts that show them. */
declare module '*en.json?later' {
  const messages: object;
  export { messages as default };
}
