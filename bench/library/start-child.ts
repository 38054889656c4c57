// A child process that opens one folder and prints how long that took, in milliseconds.
import { openApp } from '../folder/seed-folder.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('start-child.ts FOLDER');
const began = performance.now();
const app = await openApp(folder);
const ms = performance.now() - began;
await app.close();
process.stdout.write(`${ms}\n`);
process.exit(0);
