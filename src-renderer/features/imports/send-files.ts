import type { ImportCopyId } from '../../../src-preload/contract/scene-imports.ts';
import { toBase64 } from '../../kit/client/base64.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import { pathOfFile } from '../../kit/client/file-path.ts';

/** The chunk size in bytes: a longer message would block the event loop of the main process. */
const pieceBytes = 384 * 1_024;

interface SendOptions {
  client: Pick<MainClient, 'sceneImports'>;
  files: readonly File[];
  /** Called with the number of sent bytes. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Starts an import of files. If the host knows their paths, the main process reads them; otherwise they are sent to it in chunks. Rejects
 * with the reason of the signal or with the error of the main process; sent chunks are then deleted.
 */
export async function readFiles({ client, files, onProgress, signal }: SendOptions): Promise<void> {
  const { sceneImports } = client;
  const paths = files.flatMap((file) => pathOfFile(file) ?? []);
  if (paths.length === files.length) {
    await sceneImports.read({ paths });
    return;
  }
  const copyIds: ImportCopyId[] = [];
  let sent = 0;
  try {
    for (const file of files) {
      const { copyId } = await sceneImports.beginCopy({ name: file.name.slice(-300), sizeBytes: file.size });
      copyIds.push(copyId);
      for (let at = 0; at < file.size; at += pieceBytes) {
        signal.throwIfAborted();
        const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
        await sceneImports.addCopy({ copyId, base64: toBase64(bytes) });
        sent += bytes.length;
        onProgress(sent);
      }
    }
    signal.throwIfAborted();
    await sceneImports.readCopies({ copyIds });
  } catch (error) {
    for (const copyId of copyIds) await sceneImports.discardCopy({ copyId }).catch(() => undefined);
    throw error;
  }
}
