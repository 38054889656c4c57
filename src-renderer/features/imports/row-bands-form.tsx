import { Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostNamedBands } from '../../../src-preload/contract/library.ts';
import type { ImportFile } from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useSay } from '../../kit/ui/use-act.ts';
import { areBandsNamed, BandFields } from '../library/name-bands.tsx';
import type { RowFormProps } from './row-facts-form.tsx';

/** So many rasters can be chosen one by one. */
const mostSingle = 200;

type Raster = ImportFile & { bandCount: number };

/** Rasters that get the same names, with the text by which they are chosen. */
interface Choice {
  value: string;
  label: string;
  bandCount: number;
  rasters: Raster[];
}

const isNameable = (file: ImportFile): file is Raster =>
  file.kind === 'raster' && file.bandCount !== null && file.bandCount > 0 && file.bandCount <= mostNamedBands;

/** Returns all rasters with a number of bands together, and each raster alone. */
function useChoices(files: readonly ImportFile[]): Choice[] {
  const { t } = useTranslation();
  const rasters = files.filter(isNameable);
  const byCount = [...Map.groupBy(rasters, ({ bandCount }) => bandCount)];
  const together = byCount.flatMap(([bandCount, same]): Choice[] => {
    const bands = t('sceneImport.edit.ofBands', { count: bandCount });
    const label = `${t('sceneImport.edit.allRasters', { count: same.length })} · ${bands}`;
    return same.length < 2 ? [] : [{ value: `all ${bandCount}`, label, bandCount, rasters: same }];
  });
  const single = rasters.slice(0, mostSingle).map(
    (raster): Choice => ({
      value: `${raster.seq} ${raster.place}`,
      label: raster.place === raster.scene ? raster.place : `${raster.scene}: ${raster.place}`,
      bandCount: raster.bandCount,
      rasters: [raster],
    }),
  );
  return [...together, ...single];
}

/** Returns the names to begin with: those that all of these rasters have. */
function firstNames({ bandCount, rasters }: Choice): string[] {
  const [first] = rasters;
  const isSame = rasters.every(({ bands }) => bands.join('\n') === first?.bands.join('\n'));
  const known = isSame && first?.bands.length === bandCount ? first.bands : [];
  return Array.from({ length: bandCount }, (_, i) => known[i] ?? '');
}

function Fields({ importId, onDone, choices }: RowFormProps & { choices: readonly [Choice, ...Choice[]] }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const [choice, setChoice] = useState(choices[0]);
  const [names, setNames] = useState(() => firstNames(choices[0]));
  const save = useMutation({
    mutationFn: () =>
      client.sceneImports.enterBands({
        importId,
        rasters: choice.rasters.map(({ seq, place }) => ({ seq, place })),
        bands: names.map((name) => name.trim()),
      }),
    onSuccess(count) {
      onDone();
      say({ message: t('sceneFacts.bands.saved', { count }), color: 'gray' });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (areBandsNamed(names)) save.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('sceneFacts.bands.hint')}</Text>
        <Select
          label={t('sceneImport.edit.rasters')}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={choice.value}
          allowDeselect={false}
          searchable={choices.length > 8}
          onChange={(value) => {
            const found = choices.find((each) => each.value === value);
            if (found === undefined) return;
            setChoice(found);
            setNames(firstNames(found));
          }}
        />
        <BandFields key={choice.value} names={names} onChange={setNames} />
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!areBandsNamed(names)} loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Choices(props: RowFormProps & { files: readonly ImportFile[] }) {
  const { t } = useTranslation();
  const [first, ...others] = useChoices(props.files);
  return first === undefined ? (
    <Text size="sm">{t('sceneImport.edit.noRasters', { count: mostNamedBands })}</Text>
  ) : (
    <Fields {...props} choices={[first, ...others]} />
  );
}

/** The form in which a person says what the bands of rasters are that are not imported yet. */
export function RowBandsForm(props: RowFormProps) {
  const { importId, seqs } = props;
  const { query } = useApi();
  const answer = useQuery(query.sceneImports.files.queryOptions({ input: { importId, seqs } }));
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  return answer.data === undefined ? <Loader size="sm" /> : <Choices {...props} files={answer.data.files} />;
}
