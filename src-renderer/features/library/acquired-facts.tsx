import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { AcquiredText } from '../../kit/ui/acquired-text.tsx';
import type { Fact } from '../../kit/ui/facts.tsx';

const sources = ['metadata-file', 'gdal-metadata', 'file-name', 'tiff-date', 'person'] as const;
const sourceSchema = z
  .object({ by: z.enum(sources), what: z.string() })
  .optional()
  .catch(undefined);
const rawSchema = z.object({
  statedBy: z.object({ timestamp: sourceSchema, satelliteName: sourceSchema }).optional().catch(undefined),
});

/** Shows where a value came from that no service stated; renders nothing for any other value. */
function SourceText({ t, source }: { t: TFunction; source: z.infer<typeof sourceSchema> }) {
  if (source === undefined) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
      {source.by === 'person'
        ? t('sceneFacts.by.person', { day: source.what.slice(0, 10) })
        : t(`sceneFacts.by.${source.by}`, { file: source.what })}
    </Text>
  );
}

/** Returns when and by which satellite a scene was acquired, and who said so; a period is shown as one, with its ends in a tip. */
export function acquiredFacts(t: TFunction, { timestamp, period, satelliteName, raw }: SceneDetails): Fact[] {
  const { statedBy } = rawSchema.safeParse(raw).data ?? {};
  return [
    [
      t('label.acquired'),
      <Stack key="time" gap={0}>
        <AcquiredText of={{ timestamp, period }} fz="inherit" />
        <SourceText t={t} source={statedBy?.timestamp} />
      </Stack>,
    ],
    [
      t('label.satellite'),
      <Stack key="satellite" gap={0}>
        {satelliteName ?? '—'}
        <SourceText t={t} source={statedBy?.satelliteName} />
      </Stack>,
    ],
  ];
}
