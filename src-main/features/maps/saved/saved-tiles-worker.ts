// Stores the tiles of servers: a cache, and the areas that the user saves.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { diskError } from '../../../store/disk-error.ts';
import { answerQuestions } from '../answer-questions.ts';
import { openAreaDbs } from './area-db.ts';
import { openCacheDb } from './cache-db.ts';
import { savedQuestionSchema } from './saved-questions.ts';

const { folder, maxBytes } = z.object({ folder: z.string(), maxBytes: z.number() }).parse(workerData);
mkdirSync(folder, { recursive: true, mode: 0o700 });
const cache = openCacheDb({ path: join(folder, 'cache.db'), maxBytes });
const areas = openAreaDbs(join(folder, 'areas'));

function answer(raw: unknown): unknown {
  const question = savedQuestionSchema.parse(raw);
  if (question.ask === 'cached') return cache.get(question.place, question.now);
  if (question.ask === 'cache') return cache.put(question.place, question.tile, question.now);
  if (question.ask === 'forget') return cache.forget(question.source);
  if (question.ask === 'area-tile') return areas.get(question.areas, question.place);
  if (question.ask === 'area-put') return areas.put(question.area, question.place, question.bytes);
  if (question.ask === 'area-missing') return areas.missingOf(question.area, question.places);
  if (question.ask === 'area-describe') return areas.describe(question.area, question.facts);
  if (question.ask === 'area-sums') return areas.sums(question.area);
  return areas.remove(question.area);
}

answerQuestions((raw) => {
  try {
    return answer(raw);
  } catch (error) {
    throw diskError(error, folder);
  }
});
