// Measures one search engine over the embedded names in a process of its own, so that its memory is its own: what the
// parent reads is one line of JSON.
import uFuzzy from '@leeoniya/ufuzzy';
import MiniSearch from 'minisearch';
import { foldName } from '../../src-renderer/gazetteer/fold-name.ts';
import { type GazetteerData, readGazetteer } from '../../src-renderer/gazetteer/gazetteer-file.ts';
import { createNameTexts } from '../../src-renderer/gazetteer/name-texts.ts';
import { createNameSearch } from '../../src-renderer/gazetteer/search-names.ts';
import { embeddedNames } from '../../testing/embedded-names.ts';
import { type BenchQuery, plainQueries, wrongQueries } from './queries.ts';

const mostResults = 8;

/** Returns the usual names of the places that a text finds, the best first. */
type Search = (text: string) => string[];

/** All names in folded form with the entry of each, as the peers get them. */
function foldedNames(data: GazetteerData): { names: string[]; entries: number[] } {
  const names: string[] = [];
  const entries: number[] = [];
  for (let entry = 0; entry < data.count; entry += 1)
    for (const name of data.namesOf(entry)) {
      names.push(foldName(name));
      entries.push(entry);
    }
  return { names, entries };
}

const byRank = (data: GazetteerData, entries: readonly number[]) =>
  [...new Set(entries)]
    .sort((a, b) => (data.ranks[b] ?? 0) - (data.ranks[a] ?? 0))
    .slice(0, mostResults)
    .map((entry) => data.namesOf(entry)[0] ?? '');

const engines: Readonly<Record<string, (data: GazetteerData) => Search>> = {
  nadir(data) {
    const search = createNameSearch(data, createNameTexts(data));
    return (query) => {
      const steps = search({ query, near: null, limit: mostResults });
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value.map(({ name }) => name);
      }
    };
  },
  ufuzzy(data) {
    const { names, entries } = foldedNames(data);
    const fuzzy = new uFuzzy({
      unicode: true,
      interSplit: '[^\\p{L}\\p{M}\\d]+',
      intraSplit: '\\p{Ll}\\p{Lu}',
      intraBound: '\\p{L}\\d|\\d\\p{L}',
      intraChars: '[\\p{L}\\d]',
      intraContr: "'\\p{L}{1,2}\\b",
      intraMode: 1,
      intraIns: 1,
      intraSub: 1,
      intraTrn: 1,
      intraDel: 1,
      interLft: 1,
    });
    return (text) => {
      const found = fuzzy.filter(names, foldName(text)) ?? [];
      return byRank(
        data,
        found.map((at) => entries[at] ?? 0),
      );
    };
  },
  minisearch(data) {
    const { names, entries } = foldedNames(data);
    const index = new MiniSearch<{ id: number; name: string }>({ fields: ['name'] });
    index.addAll(names.map((name, id) => ({ id, name })));
    return (text) => {
      const found = index.search(foldName(text), { prefix: true, fuzzy: 1, combineWith: 'AND' });
      return byRank(
        data,
        found.map(({ id }) => entries[Number(id)] ?? 0),
      );
    };
  },
};

function measure(search: Search, queries: readonly BenchQuery[], rounds: number) {
  const times: number[] = [];
  let found = 0;
  for (const { text } of queries) search(text);
  for (let round = 0; round < rounds; round += 1)
    for (const { text, meant } of queries) {
      const begun = performance.now();
      const names = search(text);
      times.push(performance.now() - begun);
      if (round === 0 && names.includes(meant)) found += 1;
    }
  return { times, found };
}

const [name = '', rounds = '5'] = process.argv.slice(2);
const engine = engines[name];
if (!engine) throw new Error(`no engine is called ${name}`);
const data = readGazetteer(embeddedNames());
globalThis.gc?.();
const before = process.memoryUsage().rss;
const begun = performance.now();
const search = engine(data);
const loadMs = performance.now() - begun;
globalThis.gc?.();
const memoryBytes = process.memoryUsage().rss - before;
const plain = measure(search, plainQueries, Number(rounds));
const wrong = measure(search, wrongQueries, Number(rounds));
console.log(JSON.stringify({ loadMs, memoryBytes, plain, wrong }));
