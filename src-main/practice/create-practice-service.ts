import { announcementOf, type PracticeAnnouncement } from './announcement.ts';
import { type PracticeOptions, practiceOptionsSchema } from './options.ts';
import { openServiceState } from './service-state.ts';
import { startServers } from './start-servers.ts';

/** A running practice service. `announcement` has the addresses of its parts and the credentials that it accepts. */
export interface PracticeService {
  announcement: PracticeAnnouncement;
  /**
   * The address that accepts fault plans, with the key in its path; null unless the options ask for it. The announcement is
   * without it, because it is no part of the service.
   */
  controlUrl: string | null;
  close(): Promise<void>;
}

/**
 * Starts a whole service on loopback: interface and issuers on one port, the catalog, the control address (if asked for)
 * and a foreign origin (for redirects) on ports of their own. Rejects when the port is taken.
 */
export async function createPracticeService(
  input: Partial<PracticeOptions> = {},
  clock: () => number = Date.now,
): Promise<PracticeService> {
  const options = practiceOptionsSchema.parse(input);
  const state = await openServiceState(options, clock);
  try {
    const servers = await startServers(state);
    return {
      announcement: announcementOf({
        api: servers.api,
        origins: servers.origins,
        options,
        tokens: state.tokens,
      }),
      controlUrl: servers.controlUrl,
      async close() {
        await servers.close();
        await state.close();
      },
    };
  } catch (error) {
    await state.close();
    throw error;
  }
}
