import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChangeTopic, changeTopics } from '../../src-preload/contract/contract.ts';
import { withStaleQueries } from './stale-queries.ts';

const staleBy = (topic: ChangeTopic) => withStaleQueries({ topic, connectionId: null }).staleQueries;

/** The queries that the page asks, by their names in the contract. */
function asked(): Set<string> {
  const folder = join(import.meta.dirname, '../../src-renderer');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  );
  const calls = /\b([a-z]\w*)\.([a-z]\w*)\s*\.(?:queryOptions|queryKey)\(/gi;
  return new Set(
    names.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(calls)].map(
        ([, domain, procedure]) => `${domain}.${procedure}`,
      ),
    ),
  );
}

describe('what a change makes stale', () => {
  it('is whatever shows the names of products once the products are there', () => {
    expect(staleBy('reference')).toEqual(
      expect.arrayContaining(['tasking.reference', 'tasking.list', 'tasking.get', 'orders.get']),
    );
    expect(staleBy('reference')).not.toContain('settings.get');
  });

  it('is something for each change that is told', () => {
    for (const topic of changeTopics) expect(staleBy(topic), topic).not.toEqual([]);
  });

  it('is declared for each query of the page, but for those that stay as they were read', () => {
    const stale = new Set(changeTopics.flatMap(staleBy));
    const names = asked();
    expect(names.size).toBeGreaterThan(45);
    const never = [...names].filter((name) => !stale.has(name)).sort();
    // The keychain is asked when its dialog opens; the rows of a saved report stay what they were.
    expect(never).toEqual(['connections.keychain']);
  });
});
