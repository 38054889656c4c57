import { IconClipboardList } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tool } from '../../ui/tool-button.tsx';

const ReviewMany = lazy(() =>
  import('../review/review-many.tsx').then((module) => ({ default: module.ReviewMany })),
);

/** The actions for the selected scenes. Each dialog keeps the scenes that were selected when it was opened. */
export function ChosenScenes({ keys }: { keys: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const [reviewed, setReviewed] = useState<readonly string[] | null>(null);
  return (
    <>
      <Tool label={t('reviews.many.open')} icon={IconClipboardList} onClick={() => setReviewed([...keys])} />
      <Suspense>
        {reviewed !== null && <ReviewMany ids={reviewed} onClose={() => setReviewed(null)} />}
      </Suspense>
    </>
  );
}
