// Preloaded before dependency-cruiser (17.4), which asks swc for TypeScript but never for JSX, so that no .tsx file could
// be read: swc.parseFileSync is told by the file's ending.
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
