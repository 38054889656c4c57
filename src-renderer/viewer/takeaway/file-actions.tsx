import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { isOpenedKind } from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../kit/client/api.tsx';
import { fileAddress } from '../../kit/client/launch-page.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';

/** A file that main finds by its record or its name, because the page never sends paths. */
export type FileReference = { fileId: LibraryFileId } | { exported: string };

/** Returns the actions on files that the host supports. */
export function useCapabilities() {
  return useQuery(useApi().query.app.info.queryOptions()).data?.capabilities ?? null;
}

/** Returns the actions on a file on disk, as functions for buttons and menus. */
export function useFileActions() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  return {
    copyPath: (file: FileReference) =>
      act(async () => {
        const { path } = await client.takeaway.pathOf(file);
        await navigator.clipboard.writeText(path);
        say({ message: t('takeaway.file.copied'), color: 'gray' });
      }),
    open: (file: FileReference) =>
      act(async () => {
        const { isOpened } = await client.takeaway.open(file);
        if (!isOpened) say({ message: t('takeaway.qgis.noProgram'), color: 'orange' });
      }),
    reveal: (file: FileReference) =>
      act(() => ('fileId' in file ? client.app.revealFile(file) : client.takeaway.reveal(file))),
  };
}

interface FileOnDisk {
  fileId: LibraryFileId;
  fileName: string;
}

/** The menu items of a file on disk: its path, its program and its folder, as far as the host supports them. */
export function FileActionItems({ file }: { file: FileOnDisk }) {
  const { t } = useTranslation();
  const can = useCapabilities();
  const actions = useFileActions();
  const { fileId, fileName } = file;
  return (
    <>
      {can?.revealInFolder && (
        <Menu.Item onClick={() => actions.reveal({ fileId })}>{t('library.reveal')}</Menu.Item>
      )}
      {can?.openFile && isOpenedKind(fileName) && (
        <Menu.Item onClick={() => actions.open({ fileId })}>{t('takeaway.file.open')}</Menu.Item>
      )}
      <Menu.Item onClick={() => actions.copyPath({ fileId })}>{t('takeaway.file.copyPath')}</Menu.Item>
    </>
  );
}

/**
 * Returns the attributes of an element by which a raster file can be dragged out of the window. Electron drags the file itself; a
 * browser fetches it from its address on this computer and copies it to the target.
 */
export function useDragOut({ fileId, fileName }: FileOnDisk) {
  const { client } = useApi();
  const act = useAct();
  const { t } = useTranslation();
  const dragsFiles = useCapabilities()?.dragOut ?? false;
  return {
    draggable: true,
    title: `${fileName}\n${t('takeaway.file.dragHint')}`,
    onDragStart(event: DragEvent) {
      if (dragsFiles) {
        event.preventDefault();
        act(() => client.takeaway.drag({ fileId }));
        return;
      }
      const address = new URL(fileAddress(`/files/raster/${fileId}`), window.location.href).href;
      event.dataTransfer.effectAllowed = 'copy';
      event.dataTransfer.setData('DownloadURL', `image/tiff:${fileName}:${address}`);
    },
  };
}
