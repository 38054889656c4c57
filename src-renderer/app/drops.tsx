import { SceneDrops } from '../features/imports/scene-drops.tsx';
import { ReferenceDrops } from '../features/maps/reference/reference-drops.tsx';
import { FileDrops } from '../kit/ui/file-drops.ts';
import { OpenedFiles } from './opened-files.tsx';

/**
 * Handles dropped files, and those that the user opens from outside of the window. It is loaded after the window is drawn; until then the
 * browser does not open dropped files either, and opened ones wait in the main process.
 */
export function Drops() {
  return (
    <>
      <FileDrops />
      <ReferenceDrops />
      <SceneDrops />
      <OpenedFiles />
    </>
  );
}
