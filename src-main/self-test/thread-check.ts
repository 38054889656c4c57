import { askThread, type StartThread } from './ask-thread.ts';
import { type Check, failed, ok } from './check.ts';
import { greetingSchema } from './thread-questions.ts';

/** About as many as run at once in an application that downloads, hashes and draws. */
const threadCount = 8;

/** Threads of the program, from the place where it is installed. */
export function threadCheck(start?: StartThread): Check {
  return {
    name: 'threads',
    proves: 'Threads start from where the program is installed, several at once, with SQLite and zstd.',
    async run({ signal }) {
      const answers = await Promise.all(
        Array.from({ length: threadCount }, () => askThread({ ask: 'greeting' }, signal, start)),
      );
      const greetings = answers.map((answer) => greetingSchema.parse(answer));
      if (greetings.some(({ unpacks }) => !unpacks))
        return failed('a thread gets other bytes back from zstd. Install Nadir again, or report this.');
      return ok(`${threadCount} at once, SQLite ${greetings[0]?.sqlite} and zstd in each`);
    },
  };
}
