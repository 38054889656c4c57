import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import type { RemarkShape } from '../../kit/state/review-store.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { addRemark } from './review-actions.ts';

/** Returns a function that lets the user draw a remark of a scene and reports a shape with too few vertices. */
export function useDrawRemark(librarySceneId: LibrarySceneId) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  return (shape: RemarkShape) =>
    act(async () => {
      if (await addRemark(client, librarySceneId, shape)) return;
      say({ message: shape === 'area' ? t('reviews.fewForArea') : t('reviews.fewForLine'), color: 'orange' });
    });
}
