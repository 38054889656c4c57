import type {
  CaptureId,
  LibraryFileId,
  LibrarySceneId,
  Scope,
} from '../../../../src-preload/contract/ids.ts';

/** What the download queue needs to know about a file. The library supplies it. */
export interface DeliverableFile {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  scope: Scope;
  captureId: CaptureId | null;
  sceneId: string;
  project: string | null;
  taskName: string | null;
  takenAt: string | null;
  satelliteName: string | null;
  kind: 'raster' | 'attachment';
  name: string;
  fileName: string;
  onDisk: boolean;
  /** `last_modified` of its scene according to the latest query. */
  sceneModified?: string | null;
}
