import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneFile } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../client/api.tsx';
import { FileActionItems } from '../../map/takeaway/file-actions.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAct, useSay } from '../../ui/use-act.ts';
import { useUnpack } from '../transfer/use-unpack.tsx';
import { hideRaster } from './show-raster.ts';

/** The menu of actions for a file on the disk. */
export function FileMenu({ file }: { file: SceneFile }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const [asked, setAsked] = useState(false);
  const [isPermanent, setIsPermanent] = useState(false);
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
        {info?.capabilities.trash && !isPermanent
          ? t('library.trashBody', { file: fileName })
          : t('library.deleteBody', { file: fileName })}
      </ConfirmDialog>
    </>
  );
}
