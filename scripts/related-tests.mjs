// Which unit tests can notice that a file of the product is broken: read from what imports what.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tests that take some 10 s each or more, which would make a run of mutants last for hours: random runs, kills, masses. */
const slow =
  /\/(?:fault-runs|answer-fault-runs|fault-schedules-of-queues|injected-faults|kill|expiring-links|hostile-names|large-answers)\.test\.ts$/;
/** The cases of other tests that take longer than all the others of their file together. */
export const exceptSlowCases =
  /^(?!.*(?:five hundred at once go out|links that expire before every file|a bad network in between))/;
/** More than the nearest ones notice hardly anything more, and every survivor runs them all. */
const maxTests = 8;
/** A file that fewer tests of its folder reach is used by other folders, whose tests count too. */
const minTests = 3;

/** What a type alone is taken from does not run, and breaks nothing. */
const typeImport = /^\s*(?:import|export) type [^;]*;/gm;
/** Also of a worker's file and of an import at run time: any path within quotes. */
const relativePath = /['"](\.{1,2}\/[^'"\n]+\.ts)['"]/g;

function importsOf(root, file) {
  const source = readFileSync(join(root, file), 'utf8').replaceAll(typeImport, '');
  return [...source.matchAll(relativePath)].map(([, path]) => join(dirname(file), path));
}

/**
 * The tests below `src-main/` that reach a file through imports.
 * @param {string} root
 * @returns {(file: string) => string[]} The nearest first: the test of the same name, then by the number of imports between them, those
 *   of the same folder first. From other features and other folders of main (`src-main/service`) only when their own has few. The slow ones only when there are
 *   no others.
 */
export function createRelatedTests(root) {
  const files = ['src-main', 'testing', 'src-preload', 'src-shared'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(top, name)),
  );
  const importers = new Map(files.map((file) => [file, []]));
  for (const file of files) for (const path of importsOf(root, file)) importers.get(path)?.push(file);

  /** How many imports lie between a file and each test that reaches it. */
  function distances(file) {
    const found = new Map([[file, 0]]);
    for (const [current, distance] of found) {
      for (const importer of importers.get(current) ?? [])
        if (!found.has(importer)) found.set(importer, distance + 1);
    }
    return new Map([...found].filter(([path]) => path.endsWith('.test.ts')));
  }

  return function relatedTests(file) {
    const depth = file.startsWith('src-main/features/') ? 3 : 2;
    const topFolder = `${file.split('/').slice(0, depth).join('/')}/`;
    const distanceOf = distances(file);
    const rank = (test) => [
      test === file.replace(/\.ts$/, '.test.ts') ? 0 : 1,
      distanceOf.get(test),
      dirname(test) === dirname(file) ? 0 : 1,
    ];
    const ranked = [...distanceOf.keys()]
      .map((test) => ({ test, rank: rank(test) }))
      .sort((a, b) => {
        const unequal = a.rank.findIndex((value, i) => value !== b.rank[i]);
        return unequal < 0 ? (a.test < b.test ? -1 : 1) : a.rank[unequal] - b.rank[unequal];
      })
      .map(({ test }) => test);
    const quick = ranked.filter((test) => !slow.test(test));
    const usable = quick.length > 0 ? quick : ranked;
    const own = usable.filter((test) => test.startsWith(topFolder)).slice(0, maxTests);
    const others = usable.filter((test) => !test.startsWith(topFolder));
    return [...own, ...others.slice(0, Math.max(0, minTests - own.length))];
  };
}
