import { useCallback, useEffect, useRef } from 'react';
import { z } from 'zod';
import type { Settings } from '../../../src-preload/contract/settings.ts';

/**
 * What is typed or chosen is saved after this time at the latest, also while the user goes on: so much is lost at most when the page
 * ends without a word.
 */
const saveWithinMs = 300;

interface SettingsClient {
  settings: { set: (patch: Pick<Settings, 'workspace'>) => Promise<unknown> };
}

/** Saves a part of the workspace in the settings. */
export interface WorkspaceSaver {
  /** Notes a change, which is saved with those that follow it shortly. */
  saveSoon(): void;
  /** Saves a change that is noted, and notes none any more. */
  stop(): void;
}

/** Creates a saver. `read` returns the part as it is when it is saved; null if there is nothing to save. A page that closes saves at once. */
export function createWorkspaceSaver(
  client: SettingsClient,
  read: () => Settings['workspace'] | null,
): WorkspaceSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const workspace = read();
    // If saving fails, the page still has the part, and saves it with the next change.
    if (workspace !== null) client.settings.set({ workspace }).catch(() => undefined);
  };
  window.addEventListener('pagehide', saveNow);
  return {
    saveSoon() {
      timer ??= setTimeout(saveNow, saveWithinMs);
    },
    stop() {
      saveNow();
      window.removeEventListener('pagehide', saveNow);
    },
  };
}

const ownPartsKey = 'nadir.own-parts';
const partsSchema = z.record(z.string(), z.unknown());

function readOwnParts(): Settings['workspace'] {
  try {
    return partsSchema.parse(JSON.parse(sessionStorage.getItem(ownPartsKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps a part for this window until it is closed. */
function keepOwnPart(part: Settings['workspace']) {
  try {
    sessionStorage.setItem(ownPartsKey, JSON.stringify({ ...readOwnParts(), ...part }));
  } catch {
    // Too large for the browser: then the settings alone have it.
    sessionStorage.removeItem(ownPartsKey);
  }
}

/**
 * Returns the workspace to begin with: that of the settings, with the parts that this window has saved itself before it was loaded
 * again. A second window of the same Nadir saves its own parts to the settings, which must not replace what was typed here.
 */
export const restoredWorkspace = ({ workspace }: Pick<Settings, 'workspace'>): Settings['workspace'] => ({
  ...workspace,
  ...readOwnParts(),
});

/**
 * Returns the function that notes a change of a form in the workspace; `read` must be the same function in each render. A component
 * that leaves the screen saves at once. The form is read again by `restoredWorkspace`.
 */
export function useWorkspaceSaver(client: SettingsClient, read: () => Settings['workspace']): () => void {
  const saver = useRef<WorkspaceSaver | null>(null);
  useEffect(() => {
    const created = createWorkspaceSaver(client, () => {
      const part = read();
      keepOwnPart(part);
      return part;
    });
    saver.current = created;
    return () => {
      saver.current = null;
      created.stop();
    };
  }, [client, read]);
  return useCallback(() => saver.current?.saveSoon(), []);
}
