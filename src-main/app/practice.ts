import { join } from 'node:path';
import type { Session } from '../features/connections/session.ts';
import type { AppContext } from './app-context.ts';
import { type RunningPractice, startPractice, writeControlFile } from './start-practice.ts';

/**
 * Starts the practice service in its own thread while the rest is created. If it does not start, or ends unexpectedly later, the
 * user gets a notice and the log a line; everything else works without it.
 */
export function createPracticeModule({ folder, environment, notices, logDefect }: AppContext) {
  const stateFolder = join(folder, 'practice');
  const failed = (error: unknown) => {
    notices.add('practice-not-started', {});
    logDefect('practice', error);
  };
  const starting = startPractice({
    stateFolder,
    settings: environment.NADIR_PRACTICE,
    control: environment.NADIR_PRACTICE_CONTROL === '1',
    stopped: failed,
  });
  // `register` handles the failure.
  starting.catch(() => {});

  return {
    /** Waits until the service has started and registers it as the practice connection; resolves with null if it did not start. Never rejects. */
    async register(session: Pick<Session, 'registerPractice'>): Promise<RunningPractice | null> {
      try {
        const running = await starting;
        writeControlFile(stateFolder, running.controlUrl);
        await session.registerPractice(running.draft, running.credentials);
        return running;
      } catch (error) {
        failed(error);
        return null;
      }
    },
  };
}
