/** The same functions when another thread runs them: each returns a promise of its result. */
export type AsyncQueries<T> = {
  [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};
