// Fetches Electron's program into node_modules/electron, ends soon where nothing comes. Its last line says why it failed.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const firstByteMs = 6_000;
const stallMs = 15_000;

const fromElectron = createRequire(new URL('../node_modules/electron/package.json', import.meta.url));
const stalled = new AbortController();
let timer = setTimeout(() => stalled.abort(new Error('no answer from the network')), firstByteMs);
let toldAt = 0;

function progress({ transferred, total, percent }) {
  clearTimeout(timer);
  if (percent >= 1) return;
  timer = setTimeout(() => stalled.abort(new Error('the network went silent')), stallMs);
  if (Date.now() - toldAt < 5_000) return;
  toldAt = Date.now();
  const megabytes = (bytes) => Math.round(bytes / 1_000_000);
  // Standard output of this program is the launcher's standard error.
  console.log(
    `Nadir: fetching Electron, ${megabytes(transferred)} of ${total ? megabytes(total) : '?'} MB …`,
  );
}

try {
  const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href);
  await downloadArtifact({
    version: fromElectron('./package.json').version,
    artifactName: 'electron',
    checksums: fromElectron('./checksums.json'),
    cacheRoot: process.env.electron_config_cache,
    platform: process.platform,
    arch: process.arch,
    downloadOptions: { quiet: true, signal: stalled.signal, getProgressCallback: progress },
  });
  clearTimeout(timer);
  // Takes it from the cache, checks it and unpacks it in its place.
  fromElectron('./install.js');
} catch (error) {
  clearTimeout(timer);
  const cause = stalled.signal.aborted ? stalled.signal.reason : (error?.cause ?? error);
  console.error(String(cause?.message || cause?.code || cause).split('\n')[0]);
  process.exitCode = 1;
}
