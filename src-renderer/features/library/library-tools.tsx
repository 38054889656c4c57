import { ImportTool } from '../imports/import-tool.tsx';
import { LibraryTool } from './holdings/library-tool.tsx';

/** The buttons above the list of scenes; they are loaded with the list. */
export function LibraryTools() {
  return (
    <>
      <ImportTool />
      <LibraryTool />
    </>
  );
}
