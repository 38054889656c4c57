import { IconClipboardList, IconDownload, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tool } from '../../kit/ui/tool-button.tsx';

const ReviewMany = lazy(() =>
  import('../reviews/review-many.tsx').then((module) => ({ default: module.ReviewMany })),
);
const DownloadMany = lazy(() =>
  import('./many/download-many.tsx').then((module) => ({ default: module.DownloadMany })),
);
const DeleteMany = lazy(() =>
  import('./many/delete-many.tsx').then((module) => ({ default: module.DeleteMany })),
);

/** The actions for the selected scenes. Each dialog keeps the scenes that were selected when it was opened. */
export function ChosenScenes({ keys }: { keys: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ act: 'review' | 'download' | 'delete'; ids: readonly string[] } | null>(
    null,
  );
  const begin = (act: 'review' | 'download' | 'delete') => () => setOpen({ act, ids: [...keys] });
  const close = () => setOpen(null);
  return (
    <>
      <Tool label={t('reviews.many.open')} icon={IconClipboardList} onClick={begin('review')} />
      <Tool label={t('library.many.download')} icon={IconDownload} onClick={begin('download')} />
      <Tool label={t('library.many.deleteOpen')} icon={IconTrash} onClick={begin('delete')} />
      <Suspense>
        {open?.act === 'review' && <ReviewMany ids={open.ids} onClose={close} />}
        {open?.act === 'download' && <DownloadMany ids={open.ids} onClose={close} />}
        {open?.act === 'delete' && (
          <DeleteMany
            titleOf={(count) => t('library.many.deleteTitle', { count })}
            ids={open.ids}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
