import { Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { Fact } from '../../kit/ui/facts.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';

const importedSchema = z.object({ from: z.string(), at: z.string() });

/** Returns the source and time of an imported scene as a fact; an empty list for a scene of a service. */
export function importedFact(t: TFunction, { raw }: Pick<SceneDetails, 'raw'>): Fact[] {
  const imported = importedSchema.safeParse(raw.imported);
  if (!imported.success) return [];
  const { from, at } = imported.data;
  return [
    [
      t('sceneImport.from'),
      <Stack key="imported" gap={0} style={{ overflowWrap: 'anywhere' }}>
        {from}
        <TimeText at={at} fz="inherit" />
      </Stack>,
    ],
  ];
}
