import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  importedConnectionId,
  isWithoutSource,
  type SceneDetails,
  type SceneFile,
} from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { FileActionItems } from '../../viewer/takeaway/file-actions.tsx';
import { useUnpack } from '../downloads/use-unpack.tsx';
import { NameBands } from './name-bands.tsx';
import { hideRaster } from './show-raster.ts';

/** True if a scene leaves the library with this file: it was imported and has no other file and no review. */
const isAllOf = (scene: SceneDetails): boolean =>
  scene.connectionId === importedConnectionId && scene.files.length === 1 && scene.review === null;

/** Returns what happens to a file and its scene when the file is deleted. */
function deletionText(
  t: TFunction,
  { scene, file, goesToTrash }: { scene: SceneDetails; file: SceneFile; goesToTrash: boolean },
): string {
  const options = { file: file.fileName };
  if (goesToTrash)
    return isAllOf(scene) ? t('library.trashLastBody', options) : t('library.trashBody', options);
  if (isAllOf(scene)) return t('library.deleteLastBody', options);
  if (scene.connectionId === importedConnectionId) return t('library.deleteImportedBody', options);
  if (isWithoutSource(scene.connectionId, file.name)) return t('library.deleteUnpackedBody', options);
  return t('library.deleteBody', options);
}

/** The menu of actions for a file of a scene that is on the disk. */
export function FileMenu({ scene, file }: { scene: SceneDetails; file: SceneFile }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const [asked, setAsked] = useState(false);
  const [isPermanent, setIsPermanent] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const info = useQuery(query.app.info.queryOptions()).data;
  const { unpack, dialog } = useUnpack({ reveals: info?.capabilities.revealInFolder ?? false });
  const { fileId, fileName, sha256 } = file;
  const remove = useMutation({
    mutationFn: () => client.library.deleteFile({ fileId, permanently: isPermanent }),
    onSuccess: ({ keptFor }) => {
      hideRaster(fileId);
      setAsked(false);
      if (keptFor !== null)
        say({
          title: t('library.kept'),
          message: t('library.keptFor', { name: keptFor }),
          color: 'orange',
        });
    },
  });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('library.more', { file: fileName })}
            title={t('library.more', { file: fileName })}
          >
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <FileActionItems file={file} />
          {file.kind === 'attachment' && file.name === 'delivery_zip' && (
            <Menu.Item onClick={() => void unpack({ fileId, fileName })}>
              {t('library.unpack.start')}
            </Menu.Item>
          )}
          {file.kind === 'raster' && scene.connectionId === importedConnectionId && (
            <Menu.Item onClick={() => setNaming(true)}>{t('sceneFacts.bands.open')}</Menu.Item>
          )}
          {sha256 !== null && (
            <Menu.Item onClick={() => act(() => navigator.clipboard.writeText(sha256))}>
              {t('library.copyChecksum')}
            </Menu.Item>
          )}
          <Menu.Item
            onClick={() => {
              setIsPermanent(false);
              remove.reset();
              setAsked(true);
            }}
          >
            {t('library.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
      <NameBands scene={scene} file={file} isOpen={isNaming} onClose={() => setNaming(false)} />
      <ConfirmDialog
        opened={asked}
        title={t('library.deleteTitle')}
        confirmLabel={t('library.delete')}
        command={remove}
        choice={
          info?.capabilities.trash && (
            <Checkbox
              label={t('library.permanently')}
              checked={isPermanent}
              onChange={(event) => setIsPermanent(event.currentTarget.checked)}
            />
          )
        }
        onClose={() => setAsked(false)}
      >
        {deletionText(t, { scene, file, goesToTrash: info?.capabilities.trash === true && !isPermanent })}
      </ConfirmDialog>
    </>
  );
}
