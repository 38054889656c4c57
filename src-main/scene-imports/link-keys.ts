import { redactAddress } from '../service/redaction/redact.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import type { ImportPlan, PlannedFile } from './import-plan.ts';

/** Returns an address without what may be a key: its query and all that follows, a user, and a token of its path. */
function bareAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return redactAddress(`${origin}${pathname}`);
}

/**
 * Keeps the links of files that are to be downloaded in the memory of this session: a signed link opens the file for everybody who has
 * it, so the database gets the address without its key. After a restart the file must be found again.
 */
export function createLinkKeys() {
  /** By import and row; within, by the place of the file. */
  const links = new Map<string, Map<string, string>>();
  const rowKey = (importId: number, seq: number) => `${importId} ${seq}`;

  return {
    /** Returns the plan of a row as it may be stored, and keeps its links. */
    withoutKeys(importId: number, seq: number, plan: ImportPlan): ImportPlan {
      const own = new Map<string, string>();
      const files = plan.files.map((file): PlannedFile => {
        if (!file.isRemote || file.lacksKey === true) return file;
        const bare = bareAddress(file.from);
        if (bare === file.from) return file;
        own.set(file.place, file.from);
        return { ...file, from: bare, lacksKey: true };
      });
      if (own.size > 0) links.set(rowKey(importId, seq), own);
      // An item has the same links once more.
      const raw = redactScene(plan.scene.raw);
      return { ...plan, files, scene: { ...plan.scene, raw: isRecord(raw) ? raw : {} } };
    },
    /** Returns a plan that was stored with the links that this session knows. */
    withKeys(importId: number, seq: number, plan: ImportPlan): ImportPlan {
      const own = links.get(rowKey(importId, seq));
      if (own === undefined) return plan;
      const files = plan.files.map((file) => {
        const link = own.get(file.place);
        return link === undefined ? file : { ...file, from: link, lacksKey: false };
      });
      return { ...plan, files };
    },
    /** Forgets the links of a row, or of a whole import. */
    forget(importId: number, seq?: number) {
      if (seq !== undefined) links.delete(rowKey(importId, seq));
      else for (const key of links.keys()) if (key.startsWith(`${importId} `)) links.delete(key);
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
