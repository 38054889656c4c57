/** The same functions when another thread answers them: each returns a promise of what it returned. */
export type AsyncQueries<T> = {
  [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};
