import { Button, Checkbox, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Area, areaKm2, mostVerticesInAll, verticesOf } from '../../../geometry/area.ts';
import type { ReadFile } from '../../../geometry/read-areas.ts';
import { formatKm2 } from '../../../i18n/format-km2.ts';
import { validationMessage } from '../../../i18n/validation-message.ts';

interface ImportedAreasProps {
  fileName: string;
  file: ReadFile;
  onTake: (areas: readonly Area[]) => void;
  onClose: () => void;
}

interface FeatureBoxProps {
  feature: Extract<ReadFile, { features: unknown }>['features'][number];
  /** The number of the feature in the file, from 1. */
  number: number;
  checked: boolean;
  onToggle: () => void;
}

/** A feature of the file: its name and size, or why it cannot be used. */
function FeatureBox({ feature, number, checked, onToggle }: FeatureBoxProps) {
  const { t, i18n } = useTranslation();
  return (
    <Checkbox
      size="xs"
      label={feature.name ?? t('orderForm.featureNumber', { number: number })}
      description={
        'area' in feature
          ? t('orderForm.areaSize', {
              size: formatKm2(i18n.language, areaKm2(feature.area)),
              vertices: t('orderForm.vertices', { count: verticesOf(feature.area) }),
            })
          : undefined
      }
      error={
        'problem' in feature
          ? validationMessage(t, feature.problem.message, feature.problem.values)
          : undefined
      }
      disabled={'problem' in feature}
      checked={checked}
      onChange={onToggle}
    />
  );
}

/** Lists the features of a file with their problems. The user selects one, or several to make an order for each. */
export function ImportedAreas({ fileName, file, onTake, onClose }: ImportedAreasProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const features = 'features' in file ? file.features : [];
  const areas = features.flatMap((feature, i) => (chosen.has(i) && 'area' in feature ? [feature.area] : []));
  const vertices = areas.reduce((sum, area) => sum + verticesOf(area), 0);
  const sound = features.flatMap((feature, i) => ('area' in feature ? [i] : []));
  const toggle = (i: number) => {
    const next = new Set(chosen);
    if (!next.delete(i)) next.add(i);
    setChosen(next);
  };
  return (
    <Stack
      gap={6}
      p="xs"
      role="group"
      aria-label={t('orderForm.imported', { file: fileName })}
      data-testid="imported"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
    >
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text size="sm" fw={500} truncate title={fileName}>
          {fileName}
        </Text>
        <CloseButton size="sm" aria-label={t('orderForm.closeImport')} onClick={onClose} />
      </Group>
      {'problem' in file ? (
        <Text size="xs" role="alert">
          {validationMessage(t, file.problem.message, file.problem.values)}
        </Text>
      ) : (
        <>
          {file.links > 0 && <Text size="xs">{t('orderForm.linksIgnored', { count: file.links })}</Text>}
          <Stack
            gap={6}
            mah={220}
            style={{ overflow: 'auto' }}
            tabIndex={0}
            role="region"
            aria-label={t('orderForm.features')}
          >
            {features.map((feature, i) => (
              <FeatureBox
                // biome-ignore lint/suspicious/noArrayIndexKey: features of a file have no other identity
                key={i}
                feature={feature}
                number={i + 1}
                checked={chosen.has(i)}
                onToggle={() => toggle(i)}
              />
            ))}
          </Stack>
          {vertices > mostVerticesInAll && (
            <Text size="xs" role="alert">
              {validationMessage(t, 'validation.tooManyVertices', {
                count: vertices,
                most: mostVerticesInAll,
              })}
            </Text>
          )}
          <Group justify="space-between">
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={sound.length === 0}
              onClick={() => setChosen(new Set(chosen.size === sound.length ? [] : sound))}
            >
              {chosen.size === sound.length && sound.length > 0
                ? t('orderForm.selectNone')
                : t('orderForm.selectAll', { count: sound.length })}
            </Button>
            <Button
              size="compact-sm"
              disabled={areas.length === 0 || vertices > mostVerticesInAll}
              onClick={() => onTake(areas)}
            >
              {areas.length === 0
                ? t('orderForm.takeNone')
                : t('orderForm.takeAreas', { count: areas.length })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
