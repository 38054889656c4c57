import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { CropArea, CropRefusal, ExportedFile } from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../client/api.tsx';
import { useWriting, type WritingState } from '../../ui/use-writing.ts';

type End = { kind: 'done'; file: ExportedFile } | { kind: 'refused'; reason: CropRefusal };

/** How far a crop is. */
export type CropState = WritingState<End>;

interface Wanted {
  fileId: LibraryFileId;
  area: CropArea;
  name: string;
}

/** Writes crops one at a time; leaving the part of the page that asked for one stops it. */
export function useCrop() {
  const { client } = useApi();
  return useWriting<Wanted, End>((input, signal) => client.takeaway.crop(input, { signal }));
}
