// Reads what is imported and copies its files: foreign bytes, checksums and long copies. One question after another.
import { parentPort } from 'node:worker_threads';
import { unpackZip } from '../delivery/archives/unpack-zip.ts';
import { syncFolder } from '../delivery/storage/file-placer.ts';
import { ensureFreeSpace, freeBytesOf } from '../delivery/storage/free-space.ts';
import { safeName } from '../delivery/storage/safe-name.ts';
import { readItem } from '../holdings/format/from-item.ts';
import { readRasterFacts } from '../library/raster-facts.ts';
import type { ImportMessage, ImportQuestion } from '../scene-imports/import-thread.ts';
import { createImportWork, messageOf } from '../scene-imports/import-work.ts';

const tell = (message: ImportMessage) => parentPort?.postMessage(message);
/** A message for each piece of a file would be most of the work of the main loop. */
const pauseMs = 100;
let untold = 0;
let toldAt = 0;

function flush() {
  if (untold > 0) tell({ bytes: untold });
  untold = 0;
}

const work = createImportWork(
  {
    describe: readRasterFacts,
    safeName: (name) => safeName(name, 'file'),
    syncFolder,
    unpack: ({ path, fileName, into }) =>
      unpackZip(
        {
          ...{ path, fileName, into },
          ensureFreeSpace: (neededBytes) =>
            ensureFreeSpace({ folder: into, neededBytes, promisedBytes: 0, freeBytes: freeBytesOf }),
        },
        // Who cancels ends the thread.
        new AbortController().signal,
      ),
    readOwn(itemPath, text) {
      const { scene, problems } = readItem(itemPath, text);
      if (scene === null) return null;
      return {
        scene,
        problems: problems.map(({ what, problem }) => ({
          what,
          problem: problem === 'not-item' || problem === 'other-tool' ? 'invalid' : problem,
        })),
      };
    },
  },
  (bytes) => {
    untold += bytes;
    const now = performance.now();
    if (now - toldAt < pauseMs) return;
    toldAt = now;
    flush();
  },
);

async function answerOf(id: number, question: ImportQuestion): Promise<ImportMessage> {
  try {
    return { id, answer: await work(question) };
  } catch (error) {
    return messageOf(id, error);
  } finally {
    flush();
  }
}

let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', ({ id, question }: { id: number; question: ImportQuestion }) => {
  previous = previous.then(async () => tell(await answerOf(id, question)));
});
