import { describeItem } from '../features/library/holdings/format/to-item.ts';
import { createSharedScenes } from '../features/library/shared-scenes.ts';
import { createReviewRows } from '../features/reviews/review-rows.ts';
import { createReviewsForItems } from '../features/reviews/reviews-for-items.ts';
import { createStacAnswers } from '../features/sharing/stac/stac-answers.ts';
import type { ListQueryOptions } from '../store/async-queries.ts';

/** The queries of other programs to the library: searches, the items of scenes, and the rasters of a tile. */
export const sharingDomain = {
  migrations: [],
  listQueries({ store }: Pick<ListQueryOptions, 'store'>) {
    const { scene, rasters, newestRasters, ...shared } = createSharedScenes({
      store,
      reviewOf: createReviewsForItems(createReviewRows({ store })),
    });
    const answer = createStacAnswers({
      scenes: {
        ...shared,
        item(library, row, { links, hrefOf }) {
          const found = scene(library, row);
          if (found === null) return null;
          const { fileIds } = found;
          return describeItem(found.scene, {
            links,
            hasRaw: false,
            hrefOf: ({ fileName }, index) => hrefOf(fileIds[index] ?? 0, fileName),
          });
        },
      },
    });
    return { answer, rasters, newestRasters };
  },
};
