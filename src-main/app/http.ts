import type { RequestOrigin } from '../../src-preload/contract/activity.ts';
import { createDispatchers } from '../service/http/dispatchers.ts';
import { createHttpClient } from '../service/http/http-client.ts';
import type { HttpLimits } from '../service/http/http-request.ts';
import { createServiceClock } from '../service/http/service-clock.ts';
import type { AppContext } from './app-context.ts';

/** Creates the only access to services, and the clock that takes their time from their answers. */
export function createHttpModule({ platform, environment, monotonic, redactor, requestLog }: AppContext) {
  const dispatchers = createDispatchers({ environment, systemProxy: platform.systemProxy });
  const serviceClock = createServiceClock({ monotonic });
  return {
    serviceClock,
    /** Creates the HTTP client of one request origin, which the request log shows. All clients share the same connections. */
    clientFor: (origin: RequestOrigin, limits: Partial<HttpLimits> = {}) =>
      createHttpClient({
        dispatchers,
        redactor,
        log: (entry) => requestLog.add(entry, origin),
        ended: requestLog.ended,
        answered: serviceClock.observe,
        now: Date.now,
        random: Math.random,
        limits,
      }),
    close: () => dispatchers.close(),
  };
}

/** What `createHttpModule` returns. */
export type HttpModule = ReturnType<typeof createHttpModule>;
