import { Progress, Radio, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import {
  type CropArea,
  type CropRefusal,
  type ExportedFile,
  exportNameSchema,
} from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes, formatNumber } from '../../kit/i18n/format.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useWriting, type WritingState } from '../../kit/ui/use-writing.ts';
import { WritingButtons } from '../../kit/ui/writing-buttons.tsx';
import { formatOffset, isNudged } from '../compare/offset-text.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { derivedFileName } from './derived-file-name.ts';
import { OpenInQgis } from './qgis-dialog.tsx';
import { type CropChoice, type CropKind, useCropChoices } from './use-crop-areas.ts';
import { WrittenFile } from './written-file.tsx';

type End = { kind: 'done'; file: ExportedFile } | { kind: 'refused'; reason: CropRefusal };

/** The progress of a crop. */
type CropState = WritingState<End>;

interface Wanted {
  fileId: LibraryFileId;
  area: CropArea;
  name: string;
}

/**
 * Returns the function that writes a crop, and its progress. One crop is written at a time; unmounting the component cancels it.
 */
function useCrop() {
  const { client } = useApi();
  return useWriting<Wanted, End>((input, signal) => client.takeaway.crop(input, { signal }));
}

/** Returns the size of the crop, or why it is impossible. */
function useCropWindow(info: RasterInfo, choice: CropChoice | undefined) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const { fileId } = info;
  const area = choice?.area ?? null;
  const { data, error } = useQuery({
    queryKey: ['crop-window', fileId, area],
    queryFn: area === null ? skipToken : () => client.takeaway.cropWindow({ fileId, area }),
    gcTime: 0,
  });
  if (data === undefined) return { isPossible: false, text: '', error };
  if (data.kind === 'refused')
    return { isPossible: false, text: t(`takeaway.crop.refused.${data.reason}`), error: null };
  const text = t('takeaway.crop.size', {
    width: formatNumber(i18n.language, data.window.widthPx),
    height: formatNumber(i18n.language, data.window.heightPx),
    count: data.bands,
    size: formatBytes(i18n.language, data.sizeBytes),
  });
  return { isPossible: true, text, error: null };
}

function Outcome({ state, shown }: { state: CropState; shown: ShownRaster }) {
  const { t } = useTranslation();
  if (state.kind === 'running')
    return <Progress value={100 * state.share} aria-label={t('takeaway.crop.progress')} />;
  if (state.kind === 'stopped')
    return (
      <Text size="sm" role="status">
        {t('takeaway.crop.stopped')}
      </Text>
    );
  if (state.kind === 'refused')
    return (
      <Text size="sm" role="alert">
        {t(`takeaway.crop.refused.${state.reason}`)}
      </Text>
    );
  if (state.kind === 'failed') return <ErrorNote error={state.error} />;
  if (state.kind === 'done')
    return (
      <WrittenFile file={state.file}>
        <OpenInQgis shown={shown} crop={state.file.name} />
      </WrittenFile>
    );
  return null;
}

interface CropDialogProps {
  shown: ShownRaster;
  info: RasterInfo;
  onClose: () => void;
}

/** The dialog that writes a part of the raster on the map, with its values, to a new file. */
export function CropDialog({ shown, info, onClose }: CropDialogProps) {
  const { t, i18n } = useTranslation();
  const choices = useCropChoices(info.placement.kind === 'placed');
  const [wanted, setWanted] = useState<CropKind>('view');
  const [name, setName] = useState(() => `${derivedFileName(info.fileName, 'crop')}.tif`);
  const choice = choices.find(({ kind, area }) => kind === wanted && area !== null) ?? choices.at(-1);
  const window = useCropWindow(info, choice);
  const { state, start, stop } = useCrop();
  const isRunning = state.kind === 'running';
  const isNamed = exportNameSchema.safeParse(name).success && /\.tiff?$/i.test(name);
  const isReady = window.isPossible && isNamed && !isRunning;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && choice?.area) start({ fileId: info.fileId, area: choice.area, name });
  };
  return (
    <Dialog opened onClose={onClose} title={t('takeaway.crop.title')} size="lg">
      <Stack gap="sm" component="form" onSubmit={submit}>
        <Radio.Group
          label={t('places.kind.area')}
          value={choice?.kind ?? 'whole'}
          onChange={(value) => setWanted(choices.find(({ kind }) => kind === value)?.kind ?? 'whole')}
        >
          <Stack gap={6} mt={4}>
            {choices.map(({ kind, label, area }) => (
              <Radio
                key={kind}
                value={kind}
                label={label}
                disabled={area === null || isRunning}
                {...(kind === choice?.kind ? { 'data-autofocus': true } : {})}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" role="status" data-testid="crop-size">
          {window.text}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)">
          {t('takeaway.crop.round')}
        </Text>
        {isNudged(shown.offset) && (
          <Text size="xs" role="note">
            {t('takeaway.crop.nudged')} {formatOffset(t, i18n.language, shown.offset)}
          </Text>
        )}
        {window.error !== null && <ErrorNote error={window.error} />}
        <TextInput
          label={t('takeaway.crop.name')}
          value={name}
          disabled={isRunning}
          error={isNamed ? null : t('validation.invalid')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Outcome state={state} shown={shown} />
        <WritingButtons
          label={t('takeaway.crop.write')}
          isRunning={isRunning}
          isReady={isReady}
          onClose={onClose}
          onStop={stop}
        />
      </Stack>
    </Dialog>
  );
}
