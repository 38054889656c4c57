import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { renderPicture, renderRasters } from './render-scene.ts';

const specSchema = z.object({
  seed: z.number(),
  longitude: z.number(),
  latitude: z.number(),
  capturedAt: z.string(),
  widthPx: z.number(),
  heightPx: z.number(),
  gsdMetres: z.number(),
  level: z.enum(['L1B', 'L1C', 'L1D', 'L1D_SR']),
});

const jobSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    id: z.number(),
    spec: specSchema,
    sizePx: z.number(),
    path: z.string(),
  }),
  z.object({
    kind: z.literal('rasters'),
    id: z.number(),
    spec: specSchema,
    analytic: z.string(),
    visual: z.string(),
  }),
]);

parentPort?.on('message', (raw) => {
  const job = jobSchema.parse(raw);
  let error: string | null = null;
  try {
    if (job.kind === 'picture') writeFileSync(job.path, renderPicture(job.spec, job.sizePx));
    else renderRasters(job.spec, job.analytic, job.visual);
  } catch (caught) {
    error = String(caught);
  }
  parentPort?.postMessage({ id: job.id, error });
});
