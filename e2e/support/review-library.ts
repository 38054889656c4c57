import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toItem } from '../../src-main/features/library/holdings/format/to-item.ts';
import { toReviewText } from '../../src-main/features/reviews/format/review-file.ts';
import { emptyReview, type ReviewedScene } from '../../src-main/features/reviews/model/review.ts';
import { reviewerIdSchema } from '../../src-preload/contract/reviews.ts';
import { catalogScene } from '../../testing/catalog-scene.ts';
import { geoTags, writeTiff } from '../../testing/write-tiff.ts';

const outline = [
  [3, 45.133],
  [3.025, 45.133],
  [3.025, 45.151],
  [3, 45.151],
  [3, 45.133],
];

const folderOf = (library: string, n: number) => join(library, `Coast/S${n}`);

/** Writes a library folder with the scenes S1 to S<count> and their rasters, as another Nadir has left it: one for each day of March. */
export function writeLibrary(library: string, count: number) {
  mkdirSync(join(library, '_catalog'), { recursive: true });
  for (let n = 1; n <= count; n += 1) {
    const scene = catalogScene(n, {
      timestamp: `2026-03-${String(n).padStart(2, '0')}T10:30:00.000Z`,
      footprint: { type: 'Polygon', coordinates: [outline] },
    });
    const path = join(folderOf(library, n), `S${n}.tif`);
    mkdirSync(dirname(path), { recursive: true });
    const data = Uint8Array.from({ length: 40_000 }, (_, i) => (i * n) % 251);
    const geo = [
      { tag: 33_550, type: 12 as const, values: [10, 10, 0] },
      { tag: 33_922, type: 12 as const, values: [0, 0, 0, 500_000, 5_000_000, 0] },
    ];
    writeTiff(path, { widthPx: 200, heightPx: 200, data, tags: geoTags({ geo, epsg: 32_631 }) });
    const item = toItem(scene, {
      itemPath: `Coast/S${n}/stac-item.json`,
      rootPath: 'catalog.json',
      pagePath: '_catalog/2026/03/page-0001/catalog.json',
    });
    writeFileSync(join(folderOf(library, n), 'stac-item.json'), JSON.stringify(item));
  }
}

/** Writes the review of somebody else beside a scene: rejected because of haze. */
export function writeOther(library: string, n: number) {
  const { service, contractId, sceneId, connectionId } = catalogScene(n).source;
  const scene: ReviewedScene = { service, contractId, sceneId, connectionId };
  const review = emptyReview(scene, { id: reviewerIdSchema.parse('0123456789ab'), name: 'Ben' });
  review.fields.verdict = [
    {
      value: { verdict: 'rejected', reason: 'haze' },
      writer: 'aaaaaaaaaaaa',
      counter: 1,
      past: {},
      at: '2026-04-01T10:00:00.000Z',
    },
  ];
  writeFileSync(join(folderOf(library, n), 'stac-review.ben.json'), toReviewText(review, 'aaaaaaaaaaaa'));
}

/** The texts of the reviews beside a scene that somebody has written here. */
export const writtenReviews = (library: string, n: number): string[] =>
  readdirSync(folderOf(library, n))
    .filter((name) => /^stac-review\..*-.*\.json$/.test(name))
    .map((name) => readFileSync(join(folderOf(library, n), name), 'utf8'));
