import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AwayFolder } from '../../../src-preload/contract/library.ts';

/** Returns which folder is unavailable and what to do. */
const hintOf = (t: TFunction, { path, state }: AwayFolder) =>
  `${t('libraryFolders.awayFolder', { path })} ${t(`libraryFolders.hint.${state}`)}`;

/** The mark of a list row whose folder cannot be read now; the tooltip says which folder, and what to do. */
export function AwayMark({ folder, t }: { folder: AwayFolder; t: TFunction }) {
  const word = t(`libraryFolders.state.${folder.state}`);
  return (
    <span
      role="img"
      aria-label={word}
      title={`${word}. ${hintOf(t, folder)}`}
      style={{ display: 'inline-flex', flex: 'none' }}
      data-testid="away-mark"
      data-state={folder.state}
    >
      <IconPlugConnectedX size={14} color="var(--nadir-warning)" aria-hidden />
    </span>
  );
}

/** The note in the details of a scene whose folder cannot be read now: which folder, and what to do. */
export function AwayNote({ folder }: { folder: AwayFolder }) {
  const { t } = useTranslation();
  return (
    <Alert
      icon={<IconPlugConnectedX size={16} aria-hidden color="var(--nadir-warning)" />}
      title={t(`libraryFolders.state.${folder.state}`)}
      data-testid="away-note"
      styles={{ message: { overflowWrap: 'anywhere' } }}
    >
      {hintOf(t, folder)}
    </Alert>
  );
}
