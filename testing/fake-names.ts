import dns from 'node:dns';
import { isIP } from 'node:net';

type Answer = (error: Error | null, address?: unknown, family?: number) => void;

/**
 * From now on names resolve in this process only: those given to 127.0.0.1, all others fail with `code`. No question
 * leaves the machine. Returns the function that undoes it.
 */
export function fakeNames(names: readonly string[], code = 'ENOTFOUND'): () => void {
  const before = dns.lookup;
  const lookup = (hostname: string, options: { all?: boolean }, answer: Answer) => {
    const address = isIP(hostname) ? hostname : names.includes(hostname) ? '127.0.0.1' : null;
    if (address === null) {
      const error = Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), {
        code,
        syscall: 'getaddrinfo',
      });
      process.nextTick(answer, error);
    } else if (options.all) process.nextTick(answer, null, [{ address, family: 4 }]);
    else process.nextTick(answer, null, address, 4);
  };
  Object.defineProperty(dns, 'lookup', { value: lookup, configurable: true, writable: true });
  return () =>
    void Object.defineProperty(dns, 'lookup', { value: before, configurable: true, writable: true });
}
