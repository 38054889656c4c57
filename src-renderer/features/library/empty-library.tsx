import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';

/** Says that no scene is on the disk, and what the library folder contains nevertheless. */
export function EmptyLibrary() {
  const { t, i18n } = useTranslation();
  const folder = useQuery(useApi().query.library.folder.queryOptions({ staleTime: 0 })).data;
  const missing = folder?.missing ?? 0;
  return (
    <Stack p="md" gap={8} data-testid="empty-library">
      {missing > 0 && (
        <Text size="sm" role="status">
          {t('library.folderMissing', { count: missing })}
        </Text>
      )}
      <Text size="sm" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
        {folder && folder.files > 0
          ? t('library.folderFiles', {
              count: folder.files,
              path: folder.path,
              size: `${folder.isMore ? '> ' : ''}${formatBytes(i18n.language, folder.bytes)}`,
            })
          : t('library.empty')}
      </Text>
    </Stack>
  );
}
