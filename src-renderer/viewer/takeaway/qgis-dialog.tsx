import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QgisLayer } from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { formatOffset, isNudged } from '../compare/offset-text.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { derivedFileName } from './derived-file-name.ts';
import { useCapabilities } from './file-actions.tsx';
import { qgisDrawing } from './qgis-drawing.ts';
import { defaultTitle } from './raster-caption.ts';
import { WrittenFile } from './written-file.tsx';

/** Returns how QGIS draws the raster, or why it cannot; null while the raster is being loaded. */
const drawingOf = ({ styled, bounds }: ShownRaster) =>
  styled && bounds ? qgisDrawing(styled, bounds) : null;

/** Returns the command that writes the layer file of a raster, or of a crop of it, and optionally opens it. */
function useWriteLayer(shown: ShownRaster, crop: string | null) {
  const { i18n } = useTranslation();
  const { client } = useApi();
  return useCommand({
    async mutationFn({ drawn, opens }: { drawn: Omit<QgisLayer, 'title'>; opens: boolean }) {
      const fileId = shown.styled?.info.fileId;
      if (fileId === undefined) throw new Error('there is no raster');
      const of = crop ?? shown.styled?.info.fileName ?? '';
      const layer = { ...drawn, title: `${defaultTitle(shown, i18n.language)} – ${of}`.slice(0, 300) };
      const name = crop === null ? `${derivedFileName(of, 'qgis')}.qlr` : crop.replace(/\.tiff?$/i, '.qlr');
      return { ...(await client.takeaway.writeQgisLayer({ fileId, crop, layer, name, opens })), opens };
    },
  });
}

/** The button that opens a crop in QGIS. Renders nothing if QGIS cannot draw it in the current style. */
export function OpenInQgis({ shown, crop }: { shown: ShownRaster; crop: string }) {
  const { t } = useTranslation();
  const can = useCapabilities();
  const write = useWriteLayer(shown, crop);
  const drawing = drawingOf(shown);
  if (drawing === null || typeof drawing === 'string' || !can?.openFile) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={write.isPending}
        onClick={() => write.mutate({ drawn: drawing.layer, opens: true })}
      >
        {t('takeaway.qgis.title')}
      </Button>
      {write.data && !write.data.isOpened && (
        <Text size="xs" role="alert">
          {t('takeaway.qgis.noProgram')}
        </Text>
      )}
      {write.isError && <ErrorNote error={write.error} />}
    </>
  );
}

/** The dialog that writes a QGIS layer file for the raster on the map, lists what QGIS draws differently, and opens the file. */
export function QgisDialog({ shown, onClose }: { shown: ShownRaster; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const can = useCapabilities();
  const write = useWriteLayer(shown, null);
  const drawing = drawingOf(shown);
  const drawn = drawing === null || typeof drawing === 'string' ? null : drawing;
  return (
    <Dialog opened onClose={onClose} title={t('takeaway.qgis.title')} size="lg">
      <Stack gap="sm">
        <Text size="sm">{t('takeaway.qgis.what')}</Text>
        {typeof drawing === 'string' && (
          <Text size="sm" role="alert">
            {t(`takeaway.qgis.refused.${drawing}`)}
          </Text>
        )}
        {drawn && (drawn.notes.length > 0 || isNudged(shown.offset)) && (
          <List size="sm" spacing={4}>
            {isNudged(shown.offset) && (
              <List.Item>
                {t('takeaway.qgis.nudged')} {formatOffset(t, i18n.language, shown.offset)}
              </List.Item>
            )}
            {drawn.notes.map((note) => (
              <List.Item key={note}>{t(`takeaway.qgis.note.${note}`)}</List.Item>
            ))}
          </List>
        )}
        {write.isError && <ErrorNote error={write.error} />}
        {write.data && <WrittenFile file={write.data.file} />}
        {write.data?.opens && !write.data.isOpened && (
          <Text size="sm" role="alert">
            {t('takeaway.qgis.noProgram')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          {drawn && (
            <Button
              variant={can?.openFile ? 'default' : 'filled'}
              loading={write.isPending}
              onClick={() => write.mutate({ drawn: drawn.layer, opens: false })}
            >
              {t('takeaway.qgis.write')}
            </Button>
          )}
          {drawn && can?.openFile && (
            <Button
              loading={write.isPending}
              data-autofocus
              onClick={() => write.mutate({ drawn: drawn.layer, opens: true })}
            >
              {t('takeaway.qgis.title')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
