// Reads the user's files of tiles. A hostile file can use up this thread's time and memory, but nothing else.
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { answerQuestions } from '../answer-questions.ts';
import type { MapFile } from './map-file.ts';
import { openMapFile } from './open-map-file.ts';

const questionSchema = z.object({
  path: z.string(),
  /** Null asks for the facts of the file. */
  place: z.object({ z: z.number(), x: z.number(), y: z.number() }).nullable(),
});

/** Each open file holds a descriptor and some directories. */
const maxOpen = 8;

interface OpenFile {
  file: MapFile;
  stamp: string;
}

const open = new Map<string, OpenFile>();

async function stampOf(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  return info === null ? '' : `${info.size} ${info.mtimeNs} ${info.ino}`;
}

async function close(path: string) {
  const opened = open.get(path);
  open.delete(path);
  await opened?.file.close();
}

/** Returns the open file of a path. A file that was replaced meanwhile is opened again. */
async function fileAt(path: string): Promise<MapFile> {
  const stamp = await stampOf(path);
  const opened = open.get(path);
  if (opened !== undefined && opened.stamp === stamp) {
    open.delete(path);
    open.set(path, opened);
    return opened.file;
  }
  await close(path);
  const file = await openMapFile(path);
  open.set(path, { file, stamp });
  const [oldest] = open.keys();
  if (open.size > maxOpen && oldest !== undefined) await close(oldest);
  return file;
}

answerQuestions(async (raw) => {
  const { path, place } = questionSchema.parse(raw);
  const file = await fileAt(path);
  return place === null ? file.facts : file.tile(place);
});
