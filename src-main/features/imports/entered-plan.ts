import { z } from 'zod';
import {
  enteredBandsSchema,
  enteredFactsSchema,
  importedConnectionId,
} from '../../../src-preload/contract/library.ts';
import { readEnteredTime, withEnteredBands, withEnteredFacts } from '../../core/entered-facts.ts';
import type { ImportPlan } from './import-plan.ts';

/** What a person has said of a scene that is not imported yet, oldest first. `step` is the change with which it can be taken back. */
export const enteredSchema = z.array(
  z.object({
    step: z.number().int(),
    /** When it was said, in ISO 8601. */
    at: z.string(),
    acquired: enteredFactsSchema.shape.acquired,
    satelliteName: enteredFactsSchema.shape.satelliteName,
    /** The names of bands by the place of the raster. */
    bands: z.record(z.string(), enteredBandsSchema.shape.bands).optional(),
  }),
);

/** What a person has said of a scene that is not imported yet. */
export type Entered = z.infer<typeof enteredSchema>;

/** Returns the facts of a scene with what a person has said of them. */
export function withEntered<
  Scene extends { timestamp: string | null; satelliteName: string | null; raw: Record<string, unknown> },
>(scene: Scene, entered: Entered): Scene {
  let described = scene;
  for (const { at, acquired, satelliteName } of entered) {
    if (acquired === undefined && satelliteName === undefined) continue;
    const time = acquired === undefined ? null : readEnteredTime(acquired);
    described = { ...described, ...withEnteredFacts(described, { time, satelliteName, at }) };
  }
  return described;
}

/** Returns the plan of a scene with what a person has said of it. A scene of a service stays as the service says it. */
export function withEnteredPlan(plan: ImportPlan, entered: Entered): ImportPlan {
  if (plan.connectionId !== importedConnectionId || entered.length === 0) return plan;
  let scene = withEntered(plan.scene, entered);
  const files = plan.files.map((file) => {
    let { bands } = file;
    for (const { at, bands: byPlace } of entered) {
      const names = byPlace?.[file.place];
      if (names === undefined) continue;
      const named = withEnteredBands(scene.raw, { name: file.name, bands }, { bands: names, at });
      scene = { ...scene, raw: named.raw };
      bands = named.bands;
    }
    return { ...file, bands };
  });
  return { ...plan, scene, files };
}
