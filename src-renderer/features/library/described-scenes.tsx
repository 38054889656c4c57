import { IconPhoto } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatAcquired } from '../../kit/i18n/format.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';

/** Describes scenes on the map: task, satellite and acquisition time; the latest first. */
export const describedScenes: MarkDescription = {
  objectName: 'bills.column.scene',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const librarySceneIds = asked.map(({ key }) => librarySceneIdSchema.parse(key));
    const page = useQuery(
      query.library.list.queryOptions({
        input:
          librarySceneIds.length > 0
            ? { filter: { librarySceneIds }, sort: 'time', descending: true, offset: 0, limit: maxDescribed }
            : skipToken,
      }),
    ).data;
    if (librarySceneIds.length === 0) return [];
    return page?.rows.map(({ librarySceneId, taskName, sceneId, satelliteName, filesOnDisk, ...scene }) => ({
      key: librarySceneId,
      name: taskName ?? sceneId,
      status: [satelliteName, filesOnDisk === 0 ? t('library.notOnDisk') : null].filter(Boolean).join(' · '),
      time: formatAcquired(i18n.language, scene),
      mark: <IconPhoto size={14} aria-hidden color="var(--nadir-accent)" />,
    }));
  },
  // Scenes have no status and are never clustered.
  kindText: () => '',
};
