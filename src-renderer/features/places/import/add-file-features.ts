import { batchSize } from '../../../formats/feature-store.ts';
import type { ImportedFeature } from '../../../formats/imported.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportRun, ImportTarget, NamedFeature } from './import-target.ts';

interface AddOptions extends Pick<ImportRun, 'add'>, Pick<ImportTarget, 'numbered'> {
  /** The number of default names before those of the file. */
  numbersBefore: number;
  /** True if the user selects features individually. */
  selectsEach: boolean;
  /** Updates the file in the dialog. */
  change(patch: Partial<ImportFile>): void;
}

/** Adds up to `room` features of a file in batches, corrected ones first; returns the number of added features. */
export async function addFileFeatures(
  file: ImportFile,
  room: number,
  { add, numbered, numbersBefore, selectsEach, change }: AddOptions,
): Promise<number> {
  const count = file.outcome?.count ?? 0;
  const named = (feature: ImportedFeature, index: number): NamedFeature => ({
    ...feature,
    name: feature.name ?? numbered(numbersBefore + index + 1),
    fileName: file.source.kind === 'text' ? null : file.name,
  });
  const corrected = [...file.corrected]
    .flatMap(([index, feature]) => (feature === null ? [] : [{ index, feature }]))
    .slice(0, Math.min(room, batchSize));
  if (corrected.length > 0) {
    // Their numbers follow those of the accepted features.
    await add(corrected.map(({ index, feature }) => named(feature, count + index)));
    change({
      corrected: new Map([...file.corrected, ...corrected.map(({ index }) => [index, null] as const)]),
    });
  }
  let added = corrected.length;
  if (selectsEach) {
    const chosen = [...file.selected].sort((a, b) => a - b).slice(0, room - added);
    const features = chosen.flatMap((index) => {
      const feature = file.features[index];
      return feature ? [named(feature, index)] : [];
    });
    if (features.length > 0) await add(features);
    change({ selected: new Set(), taken: file.taken + features.length });
    return added + features.length;
  }
  for (let taken = file.taken; taken < count && added < room; ) {
    const batch = await file.running.batch(Math.floor(taken / batchSize));
    const start = taken;
    const features = batch
      .slice(taken % batchSize, (taken % batchSize) + room - added)
      .map((feature, i) => named(feature, start + i));
    if (features.length === 0) break;
    await add(features);
    taken += features.length;
    added += features.length;
    change({ taken });
  }
  return added;
}
