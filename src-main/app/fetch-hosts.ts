import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { Session } from '../features/connections/session.ts';
import type { SceneFiles } from '../features/library/scene-files.ts';
import type { SceneLinks } from '../features/library/scene-links.ts';

/** The latest hosts are enough, because a download asks for its link again and again. */
const maxHosts = 5_000;

type LinkedFile = Parameters<SceneLinks['link']>[0];
const keyOf = ({ scene, kind, name }: { scene: LibrarySceneId; kind: string; name: string }) =>
  `${scene} ${kind} ${name}`;

/** Creates the record of the host that each file is downloaded from. Of a link it stores the host only, because the path contains a secret. */
export function createFetchHosts(options: {
  links: Pick<SceneLinks, 'link'>;
  file: SceneFiles['file'];
  session: Pick<Session, 'record'>;
}) {
  const hosts = new Map<string, string>();

  function note(file: LinkedFile, link: string) {
    const { catalogUrl } = options.session.record(file.scope.connectionId).addresses;
    if (!URL.canParse(link, catalogUrl)) return;
    const key = keyOf(file);
    hosts.delete(key);
    hosts.set(key, new URL(link, catalogUrl).host.slice(0, 300));
    const [oldest] = hosts.keys();
    if (hosts.size > maxHosts && oldest !== undefined) hosts.delete(oldest);
  }

  return {
    /** Resolves with the link of a file as `links` does, and notes its host. */
    async link(file: LinkedFile, stale: string | null): Promise<string> {
      const link = await options.links.link(file, stale);
      note(file, link);
      return link;
    },
    /** Returns the host of the last link of a file; null if none was asked for in this session. */
    of(fileId: LibraryFileId): string | null {
      const { librarySceneId, kind, name } = options.file(fileId);
      return hosts.get(keyOf({ scene: librarySceneId, kind, name })) ?? null;
    },
  };
}
