import { ReferenceDrops } from '../subjects/reference/reference-drops.tsx';
import { SceneDrops } from '../subjects/scene/import/scene-drops.tsx';
import { FileDrops } from '../ui/file-drops.ts';

/** What becomes of dropped files. It is loaded when the window stands; until then they are not opened either. */
export function Drops() {
  return (
    <>
      <FileDrops />
      <ReferenceDrops />
      <SceneDrops />
    </>
  );
}
