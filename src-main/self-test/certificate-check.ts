import { countAuthorities, trustSystemCertificates } from '../service/http/system-certificates.ts';
import { askThread, type StartThread } from './ask-thread.ts';
import { type Check, failed, notTried, ok } from './check.ts';
import { greetingSchema } from './thread-questions.ts';

const advice = 'Connections through a company’s proxy may be refused.';

/** The authorities that connections trust: those of the system's store, in the main thread as in all others. */
export function certificateCheck({
  count = countAuthorities,
  start,
  system = process.platform,
}: {
  count?: typeof countAuthorities;
  start?: StartThread;
  system?: NodeJS.Platform;
} = {}): Check {
  return {
    name: 'certificates',
    proves: 'The authorities of the system’s store are read, and every thread trusts the same.',
    async run({ signal }) {
      trustSystemCertificates();
      const main = count();
      const { trusted } = greetingSchema.parse(await askThread({ ask: 'greeting' }, signal, start));
      if (main.system === null) return failed(`the system’s store cannot be read. ${advice}`);
      if (trusted !== main.trusted)
        return failed(`a thread trusts ${trusted} authorities and the main one ${main.trusted}. ${advice}`);
      if (main.system > 0)
        return ok(`${main.system} in the system’s store; each thread trusts ${trusted}, with those of Node`);
      // A Linux may have none, such as a container without the package of certificates.
      const words = `the system’s store is empty; the ${trusted} authorities of Node are trusted`;
      return system === 'linux' ? notTried(words) : failed(`${words}. ${advice}`);
    },
  };
}
