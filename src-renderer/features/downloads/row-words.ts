import type { TFunction } from 'i18next';

const gap = '\u0000';

/**
 * Returns a function that inserts a file name into a sentence. The sentence is translated only once: a row has five
 * sentences, and forty rows scroll by in a moment.
 */
function naming(sentence: string): (file: string) => string {
  const at = sentence.indexOf(gap);
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + gap.length);
  return (file) => `${before}${file}${after}`;
}

/** Returns the labels of the buttons in the rows of the queue. */
export function rowWords(t: TFunction) {
  const file = gap;
  return {
    pause: t('downloads.pause'),
    pauseFile: naming(t('downloads.pauseFile', { file })),
    resume: t('downloads.resume'),
    resumeFile: naming(t('downloads.resumeFile', { file })),
    retry: t('downloads.retry'),
    retryFile: naming(t('downloads.retryFile', { file })),
    showOnMap: t('library.showOnMap'),
    mapFile: naming(t('downloads.mapFile', { file })),
    more: naming(t('library.more', { file })),
    moveFile: naming(t('downloads.moveFile', { file })),
    progressFile: naming(t('downloads.progressFile', { file })),
  };
}

/** The texts of a row that do not depend on its transfer; they are translated once for the whole list. */
export type RowWords = ReturnType<typeof rowWords>;
