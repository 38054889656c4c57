import type { Implementer } from '../core/implementer.ts';
import { createOpenedFiles } from '../features/imports/opened-files/opened-files.ts';
import type { AppContext } from './app-context.ts';

/** Creates what keeps the files that the user opens from outside the window. */
export function createOpenedFilesModule({ publish }: Pick<AppContext, 'publish'>) {
  const opened = createOpenedFiles({ changed: () => publish('openedFiles') });
  return {
    open: opened.open,
    resolve: opened.resolve,
    procedures: (os: Implementer) => ({
      openedFiles: {
        named: os.openedFiles.named.handler(opened.named),
        take: os.openedFiles.take.handler(opened.take),
      },
    }),
  };
}
