import { describe, expect, it } from 'vitest';
import { madeGazetteer } from '../../testing/made-gazetteer.ts';
import type { GazetteerReply } from './gazetteer-messages.ts';
import { createGazetteerService } from './gazetteer-service.ts';

const file = madeGazetteer([{ names: ['Vienna', 'Wien'] }, { names: ['Graz'] }]);
const noOutlines = () => Promise.reject(new Error('404'));

function serve(loadNames: () => Promise<Uint8Array>, pause: () => Promise<void> = async () => undefined) {
  const replies: GazetteerReply[] = [];
  const reply = (each: GazetteerReply) => replies.push(each);
  return { replies, ...createGazetteerService({ loadNames, loadCountries: noOutlines, pause, reply }) };
}
const find = (query: string) => ({ kind: 'find', query, near: null, limit: 5 }) as const;

describe('the thread of names', () => {
  it('loads the names once, for the first question', async () => {
    let loads = 0;
    const service = serve(async () => {
      loads += 1;
      return file;
    });
    expect(loads).toBe(0);
    await Promise.all([service.ask(1, { kind: 'load' }), service.ask(2, find('wien'))]);
    await service.ask(3, { kind: 'where', at: [0, 0], language: 'en' });
    expect(loads).toBe(1);
    expect(service.replies).toMatchObject([
      { id: 1, answer: { kind: 'load' } },
      { id: 2, answer: { kind: 'find', places: [{ name: 'Vienna', matched: 'Wien' }] } },
      { id: 3, answer: { kind: 'where', where: { town: { name: expect.any(String) }, country: null } } },
    ]);
  });

  it('does not answer a search that was cancelled while it ran', async () => {
    let turns = 0;
    const service = serve(
      async () => file,
      async () => {
        turns += 1;
        if (turns === 2) service.cancel(1);
      },
    );
    await service.ask(1, find('vienna'));
    expect(service.replies).toEqual([]);
    expect(turns).toBe(2);
    await service.ask(2, find('vienna'));
    expect(service.replies).toMatchObject([{ id: 2 }]);
  });

  it('reports a faulty file, and reads it again for the next question', async () => {
    const files = [() => noOutlines(), async () => file.subarray(0, 50), async () => file];
    const service = serve(() => files.shift()?.() ?? noOutlines());
    await service.ask(1, find('graz'));
    await service.ask(2, find('graz'));
    await service.ask(3, find('graz'));
    expect(service.replies).toMatchObject([
      { id: 1, failure: 'missing' },
      { id: 2, failure: 'damaged' },
      { id: 3, answer: { places: [{ name: 'Graz' }] } },
    ]);
  });
});
