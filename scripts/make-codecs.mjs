// node scripts/make-codecs.mjs: compiles scripts/codecs/raster-codecs.as to WebAssembly and writes it into
// src-shared/raster/codecs-wasm.ts. The result is committed, so neither build nor tests need the compiler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const compiler = 'assemblyscript@0.28.20';
const folder = mkdtempSync(join(tmpdir(), 'nadir-codecs-'));
try {
  const source = join(folder, 'raster-codecs.ts');
  const built = join(folder, 'raster-codecs.wasm');
  writeFileSync(source, readFileSync(join(root, 'scripts/codecs/raster-codecs.as')));
  const options = ['-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd,bulk-memory'];
  // The tables begin at 1,024: what the compiler places itself must lie before them.
  const memory = ['--memoryBase', '256', '--initialMemory', '4', '--maximumMemory', '16384'];
  execFileSync(
    'npx',
    ['--yes', '-p', compiler, 'asc', 'raster-codecs.ts', '-o', 'raster-codecs.wasm', ...options, ...memory],
    { cwd: folder, stdio: 'inherit' },
  );
  const text = readFileSync(built).toString('base64');
  writeFileSync(
    join(root, 'src-shared/raster/codecs-wasm.ts'),
    `/** The decoders of \`scripts/codecs/raster-codecs.as\`, compiled by \`scripts/make-codecs.mjs\` with ${compiler}. */\nexport const codecsWasm =\n  '${text}';\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
