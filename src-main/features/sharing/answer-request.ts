import { createLastingRequest } from '../../core/lasting-request.ts';
import type { AllowedRequest } from './listen/sharing-server.ts';
import { routeOf, type SharingRoute } from './routes.ts';
import { BadRequestError } from './stac/search-terms.ts';
import type { StacAnswer, StacQuestion } from './stac/stac-question.ts';

/** The options of `createSharingAnswers`. */
export interface AnswerOptions {
  /** Resolves with the answer of the thread. */
  stac: (question: StacQuestion) => Promise<StacAnswer>;
  /** Returns the library folder, absolute. */
  library: () => string;
  /** Answers `/files/asset/NUMBER`, also with `Range`; 404 if there is no such file on disk. */
  file: (request: Request) => Promise<Response>;
  /** Returns the name of the file with this number; null if there is none. */
  nameOf: (fileId: number) => string | null;
  /**
   * Resolves with a tile as a PNG; null if there is no such tile or scene. Rejects if too many tiles wait; see `isBusy`. `row` is the number
   * of a scene, null for the whole library.
   */
  tile: (
    row: number | null,
    tile: { z: number; x: number; y: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array | null>;
  /** True for the error that says that too many tiles wait. */
  isBusy: (error: unknown) => boolean;
}

const problem = (status: number, code: string, description: string): Response =>
  new Response(JSON.stringify({ code, description }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });

const questionOf = (
  route: Exclude<SharingRoute, { to: 'asset' | 'tile' | 'refused' }>,
  common: { base: string; library: string },
): StacQuestion => {
  if (route.to === 'item') return { ...common, ask: 'item', id: route.id };
  if (route.to === 'search') {
    const { terms, self, body } = route;
    return { ...common, ask: 'search', terms, self, body };
  }
  return { ...common, ask: route.to };
};

/** Creates the function that answers requests with the key. */
export function createSharingAnswers({ stac, library, file, nameOf, tile, isBusy }: AnswerOptions) {
  async function answerRoute(route: SharingRoute, request: AllowedRequest): Promise<Response> {
    const { method, base, headers, signal } = request;
    if (route.to === 'refused')
      return problem(route.status, 'NotFound', 'There is nothing with this address, or not by this method.');
    if (route.to === 'asset') {
      if (nameOf(route.fileId) !== route.fileName) return problem(404, 'NotFound', 'There is no such file.');
      const address = `http://127.0.0.1/files/asset/${route.fileId}`;
      return file(createLastingRequest(address, { method, headers, signal }));
    }
    if (route.to === 'tile') {
      const png = await tile(route.row, route.tile, signal);
      if (png === null) return problem(404, 'NotFound', 'There is no such tile.');
      return new Response(Uint8Array.from(png), {
        headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=60' },
      });
    }
    const { status, type, body } = await stac(questionOf(route, { base, library: library() }));
    return new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } });
  }

  return async (request: AllowedRequest): Promise<Response> => {
    try {
      return await answerRoute(routeOf(request), request);
    } catch (error) {
      if (error instanceof BadRequestError) return problem(400, 'BadRequest', error.message);
      if (isBusy(error)) return problem(503, 'Busy', 'Too many tiles are wanted at once. Ask again.');
      throw error;
    }
  };
}
