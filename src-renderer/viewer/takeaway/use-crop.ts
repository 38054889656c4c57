import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { CropArea, CropRefusal, ExportedFile } from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useWriting, type WritingState } from '../../kit/ui/use-writing.ts';

type End = { kind: 'done'; file: ExportedFile } | { kind: 'refused'; reason: CropRefusal };

/** The progress of a crop. */
export type CropState = WritingState<End>;

interface Wanted {
  fileId: LibraryFileId;
  area: CropArea;
  name: string;
}

/**
 * Returns the function that writes a crop, and its progress. One crop is written at a time; unmounting the component cancels it.
 */
export function useCrop() {
  const { client } = useApi();
  return useWriting<Wanted, End>((input, signal) => client.takeaway.crop(input, { signal }));
}
