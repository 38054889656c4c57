import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { reviewBounds } from '../../../src-preload/contract/reviews.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

const maxReasons = 50;
const storedSchema = z.array(z.string().trim().min(1).max(reviewBounds.reason)).max(maxReasons);

/** Returns the user's list of reasons for a rejection, and the functions that change it. */
export function useReasons() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const stored = storedSchema.safeParse(useSettings()?.workspace.reviewReasons).data;
  const reasons: readonly string[] = stored ?? [
    t('reviews.usualReason.clouds'),
    t('reviews.usualReason.blurred'),
    t('reviews.usualReason.offTarget'),
    t('reviews.usualReason.artefacts'),
  ];
  const set = (next: readonly string[]) => {
    const reviewReasons = [...new Set(next.map((each) => each.trim()).filter((each) => each !== ''))];
    act(() => client.settings.set({ workspace: { reviewReasons: reviewReasons.slice(0, maxReasons) } }));
  };
  return { reasons, set, add: (reason: string) => set([...reasons, reason]) };
}
