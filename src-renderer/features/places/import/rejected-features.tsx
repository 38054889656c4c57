import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answers, ImportedFeature, RejectedFeature } from '../../../formats/imported.ts';
import { mendedFeature } from '../../../formats/mend-place.ts';
import { type CoordinateFormat, formatCoordinate } from '../../../kit/i18n/coordinates.ts';
import { longestPlaceText } from '../../../kit/i18n/read-place.ts';
import { VirtualList } from '../../../kit/ui/virtual-rows.tsx';
import type { ImportFile } from './import-file.ts';
import { problemText, rejectedName, whereText } from './import-words.ts';

interface RejectedRowProps {
  rejected: RejectedFeature;
  answers: Answers;
  /** The corrected feature; null if it was already added, undefined if it has not been corrected. */
  corrected: ImportedFeature | null | undefined;
  format: CoordinateFormat;
  onCorrect: (feature: ImportedFeature | null) => void;
}

/** A rejected feature with the reason and, where that helps, a field for its place. */
function RejectedRow({ rejected, answers, corrected, format, onCorrect }: RejectedRowProps) {
  const { t } = useTranslation();
  const { where, problem, mend } = rejected;
  const [typed, setTyped] = useState(mend?.place ?? '');
  const name = rejectedName(t, rejected);
  const read = typed === (mend?.place ?? '') ? null : mendedFeature(rejected, typed, answers);
  const change = (text: string) => {
    setTyped(text);
    const next = mendedFeature(rejected, text, answers);
    onCorrect('feature' in next ? next.feature : null);
  };
  const geometry = corrected?.geometry;
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" px={8} py={4} h="100%" data-testid="rejected">
      <Stack gap={0} flex={1} miw={0}>
        <Text size="xs" truncate title={name}>
          <Text component="span" inherit fw={500}>
            {whereText(t, where)}
          </Text>
          {` · ${name}`}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)" lineClamp={2} title={problemText(t, problem)}>
          {corrected === undefined && problemText(t, problem)}
          {corrected === null && t('import.mendedAdded')}
          {corrected && t('import.mended')}
        </Text>
      </Stack>
      {mend !== null && (
        <TextInput
          w={210}
          aria-label={t('import.mend', { name })}
          placeholder={t('import.mendHint')}
          value={typed}
          disabled={corrected === null}
          maxLength={longestPlaceText}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
          error={read && 'problem' in read ? problemText(t, read.problem) : undefined}
          description={
            geometry?.kind === 'point'
              ? formatCoordinate([geometry.longitude, geometry.latitude], format)
              : undefined
          }
          inputWrapperOrder={['input', 'error', 'description']}
          styles={{ error: { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' } }}
        />
      )}
    </Group>
  );
}

const rowHeight = 62;
const shownRows = 4;

interface RejectedFeaturesProps {
  file: ImportFile;
  format: CoordinateFormat;
  onCorrect: (index: number, feature: ImportedFeature | null) => void;
  onCopy: () => void;
}

/** Lists the rejected features: position in the file, reason, and a field to correct the place. */
export function RejectedFeatures({ file, format, onCorrect, onCopy }: RejectedFeaturesProps) {
  const { t } = useTranslation();
  const { outcome, corrected, choices } = file;
  if (!outcome || outcome.rejectedCount === 0) return null;
  const { rejected, rejectedCount } = outcome;
  return (
    <Stack gap={4} component="section" aria-label={t('tracking.needsAttention')}>
      <Group justify="space-between" gap={6}>
        <Text size="xs" fw={600}>
          {t('tracking.needsAttention')}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={onCopy}>
          {t('import.copyProblems')}
        </Button>
      </Group>
      {rejected.length < rejectedCount && (
        <Text size="xs">{t('import.firstProblems', { shown: rejected.length, total: rejectedCount })}</Text>
      )}
      <div
        style={{
          height: rowHeight * Math.min(shownRows, rejected.length),
          display: 'flex',
          border: '1px solid var(--nadir-line)',
          borderRadius: 6,
        }}
      >
        <VirtualList
          label={t('tracking.needsAttention')}
          count={rejected.length}
          rowHeight={rowHeight}
          keyOf={(index) => index}
          onHover={() => undefined}
          focusable
          render={(index) => {
            const each = rejected[index];
            return (
              each && (
                <RejectedRow
                  rejected={each}
                  answers={choices.answers}
                  corrected={corrected.get(index)}
                  format={format}
                  onCorrect={(feature) => onCorrect(index, feature)}
                />
              )
            );
          }}
        />
      </div>
    </Stack>
  );
}
