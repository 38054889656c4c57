import '../kit/client/no-eval.ts';
import type { NaturalEarth } from '../../src-shared/geometry/countries.ts';
import { DamagedGazetteerError } from './gazetteer-file.ts';
import type { GazetteerAddresses, GazetteerRequest } from './gazetteer-messages.ts';
import { createGazetteerService } from './gazetteer-service.ts';

const { promise: addresses, resolve: setAddresses } = Promise.withResolvers<GazetteerAddresses>();

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response;
}

/** Fetches a packed file of Nadir and unpacks it. */
async function fetchPacked(address: string): Promise<Response> {
  const { body } = await fetchFile(address);
  if (body === null) throw new Error('an answer without content');
  return new Response(body.pipeThrough(new DecompressionStream('gzip')));
}

async function loadNames(): Promise<Uint8Array> {
  const unpacked = await fetchPacked((await addresses).names);
  try {
    return await unpacked.bytes();
  } catch (error) {
    throw new DamagedGazetteerError('the file cannot be unpacked', { cause: error });
  }
}

// The file is embedded in Nadir, so its structure is fixed by the pinned version.
async function loadCountries(): Promise<NaturalEarth> {
  return (await fetchPacked((await addresses).countries)).json();
}

const { port1, port2 } = new MessageChannel();
port1.start();

const service = createGazetteerService({
  loadNames,
  loadCountries,
  // A timer would wait at least four milliseconds after some turns.
  pause: () =>
    new Promise((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true });
      port2.postMessage(null);
    }),
  reply: (reply) => self.postMessage(reply),
});

self.addEventListener('message', ({ data: request }: MessageEvent<GazetteerRequest>) => {
  if (request.kind === 'addresses') setAddresses(request.addresses);
  else if (request.kind === 'ask') void service.ask(request.id, request.question);
  else service.cancel(request.id);
});
