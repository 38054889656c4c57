import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { SceneFiles } from '../library/scene-files.ts';
import type { SceneLinks } from '../library/scene-links.ts';
import type { Session } from '../session/session.ts';

/** The latest ones are enough: what is being downloaded asks for its link again and again. */
const mostHosts = 5_000;

type File = Parameters<SceneLinks['link']>[0];
const keyOf = ({ scene, kind, name }: { scene: LibrarySceneId; kind: string; name: string }) =>
  `${scene} ${kind} ${name}`;

/** Notes from which host each file is downloaded. Of a link only its host is kept, because its path contains a secret. */
export function createFetchHosts(options: {
  links: Pick<SceneLinks, 'link'>;
  file: SceneFiles['file'];
  session: Pick<Session, 'record'>;
}) {
  const hosts = new Map<string, string>();

  function note(file: File, link: string) {
    const { catalogUrl } = options.session.record(file.scope.connectionId).addresses;
    if (!URL.canParse(link, catalogUrl)) return;
    const key = keyOf(file);
    hosts.delete(key);
    hosts.set(key, new URL(link, catalogUrl).host.slice(0, 300));
    const [oldest] = hosts.keys();
    if (hosts.size > mostHosts && oldest !== undefined) hosts.delete(oldest);
  }

  return {
    /** Gets the link of a file, as `links` does. */
    async link(file: File, stale: string | null): Promise<string> {
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
