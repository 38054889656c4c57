import { ReferenceDrops } from '../subjects/reference/reference-drops.tsx';
import { SceneDrops } from '../subjects/scene/import/scene-drops.tsx';
import { FileDrops } from '../ui/file-drops.ts';

/**
 * Handles dropped files. It is loaded after the window is drawn; until then the browser does not open dropped files
 * either.
 */
export function Drops() {
  return (
    <>
      <FileDrops />
      <ReferenceDrops />
      <SceneDrops />
    </>
  );
}
