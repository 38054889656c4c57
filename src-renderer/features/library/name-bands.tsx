import { Autocomplete, Button, Checkbox, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type LibraryFileId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  importedConnectionId,
  mostEntered,
  mostNamedBands,
  type RasterInfo,
  type SceneDetails,
  type SceneFile,
} from '../../../src-preload/contract/library.ts';
import { commonNames } from '../../../src-shared/raster/raster-bands.ts';
import { useApi } from '../../kit/client/api.tsx';
import { listOf, listStore } from '../../kit/state/list-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useSay } from '../../kit/ui/use-act.ts';

const alpha = 'alpha';

/** Returns a name for each band of a raster, the transparency of its pixels among them. */
const namesOf = ({ bands, hasAlpha }: RasterInfo): string[] => [...bands, ...(hasAlpha ? [alpha] : [])];

/** Returns the names to record: the transparency is one only if it has become a part of the spectrum. */
const namesToRecord = (names: readonly string[], { hasAlpha }: RasterInfo): string[] =>
  hasAlpha && names.at(-1)?.trim().toLowerCase() === alpha ? names.slice(0, -1) : [...names];

/** Returns the function that finds the rasters of the selected scenes with as many bands as one of them has. */
function useSimilarRasters(scene: SceneDetails, info: RasterInfo | undefined) {
  const { client } = useApi();
  const chosen = useStore(listStore, (all) => listOf(all, 'library').chosen);
  const others = [...chosen].map((key) => librarySceneIdSchema.parse(Number(key)));
  const ids = others.includes(scene.librarySceneId) ? others : [];
  async function find(signal: AbortSignal, onProgress: (share: number) => void): Promise<LibraryFileId[]> {
    const found: LibraryFileId[] = [];
    for (const [i, librarySceneId] of ids.entries()) {
      signal.throwIfAborted();
      onProgress(i / ids.length);
      const { files, connectionId } = await client.library.get({ librarySceneId }, { signal });
      if (connectionId !== importedConnectionId) continue;
      for (const { fileId, kind, state } of files) {
        if (kind !== 'raster' || state !== 'on-disk') continue;
        // One that cannot be drawn has no bands that anything could show.
        const other = await client.library.rasterInfo({ fileId }, { signal }).catch(() => null);
        if (other !== null && info !== undefined && namesOf(other).length === namesOf(info).length)
          found.push(fileId);
      }
    }
    return found;
  }
  return { count: ids.length, find };
}

interface BandFieldsProps {
  names: readonly string[];
  onChange: (names: string[]) => void;
}

/** Returns true if each band has a name. */
export const areBandsNamed = (names: readonly string[]): boolean => names.every((name) => name.trim() !== '');

/** A field for the name of each band, with the usual names to choose from. */
export function BandFields({ names, onChange }: BandFieldsProps) {
  const { t } = useTranslation();
  return names.map((name, i) => (
    <Autocomplete
      // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place in the file
      key={i}
      data-autofocus={i === 0 || undefined}
      label={t('sceneFacts.bands.band', { number: i + 1 })}
      value={name}
      maxLength={100}
      data={[...commonNames]}
      error={name.trim() === '' ? t('validation.required') : undefined}
      onChange={(value) => onChange(names.map((each, n) => (n === i ? value : each)))}
    />
  ));
}

function BandsForm({
  scene,
  file: { fileId },
  info,
  onDone,
}: {
  scene: SceneDetails;
  file: SceneFile;
  info: RasterInfo;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const [names, setNames] = useState(() => namesOf(info));
  const [isForAll, setForAll] = useState(false);
  const [share, setShare] = useState(0);
  const similar = useSimilarRasters(scene, info);
  const stop = useRef(new AbortController());
  useEffect(() => {
    // A page in strict mode mounts twice.
    const own = new AbortController();
    stop.current = own;
    return () => own.abort();
  }, []);
  const save = useMutation({
    async mutationFn(bands: readonly string[]) {
      const found = isForAll ? await similar.find(stop.current.signal, setShare) : [];
      const fileIds = [...new Set([fileId, ...found])];
      let changed = 0;
      for (let from = 0; from < fileIds.length; from += mostEntered)
        changed += await client.library.enterBands({
          fileIds: fileIds.slice(from, from + mostEntered),
          bands: [...bands],
        });
      return changed;
    },
    onSuccess(count) {
      onDone();
      say({ message: t('sceneFacts.bands.saved', { count }), color: 'gray' });
    },
  });
  const isNamed = areBandsNamed(names);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed) save.mutate(namesToRecord(names, info).map((name) => name.trim()));
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('sceneFacts.bands.hint')}</Text>
        <BandFields names={names} onChange={setNames} />
        {similar.count > 1 && (
          <Checkbox
            label={t('sceneFacts.bands.forAll', { count: similar.count })}
            checked={isForAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        )}
        {save.isPending && isForAll && (
          <Progress value={100 * share} aria-label={t('sceneFacts.bands.reading')} />
        )}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="space-between">
          <Button variant="default" disabled={save.isPending} onClick={() => save.mutate([])}>
            {t('sceneFacts.bands.asSource')}
          </Button>
          <Button type="submit" disabled={!isNamed} loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NameBandsProps {
  scene: SceneDetails;
  file: SceneFile;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog in which a person says what the bands of an imported raster are. */
export function NameBands({ scene, file, isOpen, onClose }: NameBandsProps) {
  const { t } = useTranslation();
  const { query } = useApi();
  const info = useQuery(
    query.library.rasterInfo.queryOptions({ input: { fileId: file.fileId }, enabled: isOpen }),
  );
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('sceneFacts.bands.title', { file: file.fileName })}>
      {info.isError && <ErrorNote error={info.error} />}
      {info.isPending && <Loader size="sm" />}
      {info.data &&
        (namesOf(info.data).length > mostNamedBands ? (
          <Text size="sm">{t('sceneFacts.bands.tooMany', { count: mostNamedBands })}</Text>
        ) : (
          <BandsForm scene={scene} file={file} info={info.data} onDone={onClose} />
        ))}
    </Dialog>
  );
}
