import type { CaptureId, LibraryFileId, LibrarySceneId, Scope } from '../../../src-preload/contract/ids.ts';

/** What delivery has to know of a file. The library supplies it. */
export interface DeliverableFile {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  scope: Scope;
  captureId: CaptureId | null;
  sceneId: string;
  project: string | null;
  kind: 'raster' | 'attachment';
  name: string;
  fileName: string;
  onDisk: boolean;
  /** `last_modified` of its scene as the latest query told it. */
  sceneModified?: string | null;
}
