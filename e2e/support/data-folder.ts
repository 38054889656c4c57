import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const documentSchema = z.looseObject({
  content: z.looseObject({ connections: z.array(z.looseObject({})) }),
});

/** Writes into every connection of a data folder whose Nadir is closed. */
export function editConnections(dataFolder: string, patch: Record<string, unknown>) {
  const path = join(dataFolder, 'connections.json');
  const document = documentSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const connections = document.content.connections.map((connection) => ({ ...connection, ...patch }));
  writeFileSync(path, JSON.stringify({ ...document, content: { ...document.content, connections } }));
}
