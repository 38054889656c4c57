// Stores the features of reference layers and returns them as vector tiles.
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { diskError } from '../../../store/disk-error.ts';
import { answerQuestions } from '../answer-questions.ts';
import { openReferenceDbs } from './reference-db.ts';
import { referenceQuestionSchema } from './reference-questions.ts';

const { folder } = z.object({ folder: z.string() }).parse(workerData);
const layers = openReferenceDbs(folder);

function answer(raw: unknown): unknown {
  const question = referenceQuestionSchema.parse(raw);
  const { ask, layer } = question;
  if (ask === 'begin') return layers.begin(layer);
  if (ask === 'add') return layers.add(layer, question.features);
  if (ask === 'finish') return layers.finish(layer);
  if (ask === 'tile') return layers.tile(layer, question.place);
  if (ask === 'text') return layers.text(layer, question.featureId);
  return layers.remove(layer);
}

answerQuestions((raw) => {
  try {
    return answer(raw);
  } catch (error) {
    throw diskError(error, folder);
  }
});
