import { LibraryTool } from './holdings/library-tool.tsx';
import { ImportTool } from './import/import-tool.tsx';

/** The buttons beside the list of scenes; they are loaded when it is open. */
export function LibraryTools() {
  return (
    <>
      <ImportTool />
      <LibraryTool />
    </>
  );
}
