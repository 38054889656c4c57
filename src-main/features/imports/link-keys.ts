import { redactAddress } from '../../service/redaction/redact.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import type { ImportPlan, PlannedFile } from './import-plan.ts';

/** Returns an address without the parts that may be a key: query, fragment, user and a token in its path. */
function bareAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return redactAddress(`${origin}${pathname}`);
}

/**
 * Creates the store of the full links of files that are to be downloaded. They stay in the memory of this session: a signed link opens
 * the file for everybody who has it, so the database gets the address without its key. After a restart the source must be read again.
 */
export function createLinkKeys() {
  /** For each import and row: the links by the place of the file. */
  const links = new Map<string, Map<string, string>>();
  const rowKey = (importId: number, seq: number) => `${importId} ${seq}`;

  return {
    /** Returns the plan of a row as the JSON text that may be stored, and keeps its links in memory. */
    toStoredText(importId: number, seq: number, plan: ImportPlan): string {
      const own = new Map<string, string>();
      const files = plan.files.map((file): PlannedFile => {
        if (!file.isRemote || file.lacksKey === true) return file;
        const bare = bareAddress(file.from);
        if (bare === file.from) return file;
        own.set(file.place, file.from);
        return { ...file, from: bare, lacksKey: true };
      });
      if (own.size > 0) links.set(rowKey(importId, seq), own);
      // The raw item repeats the links of its files.
      const raw = redactScene(plan.scene.raw);
      const scene = { ...plan.scene, raw: isRecord(raw) ? raw : {} };
      return JSON.stringify({ ...plan, files, scene });
    },
    /** Returns a stored plan with the links that this session has in memory. */
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

/** What `createLinkKeys` returns. */
export type LinkKeys = ReturnType<typeof createLinkKeys>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
