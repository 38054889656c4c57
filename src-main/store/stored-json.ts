import { z } from 'zod';

const record = z.record(z.string(), z.unknown());

/** Returns the stored raw JSON of a row; an empty object if it is damaged, so that one row never stops its list. */
export function storedRecord(text: string): Record<string, unknown> {
  try {
    return record.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
