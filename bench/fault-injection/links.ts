// npm run torture -- links: links that die every 3 s, also in the middle, under 20 downloads from 5 scenes.
import { runExpiringLinks } from '../../testing/expiring-links.ts';

const { files, whole, scenes, elapsedMs, requests, errors } = await runExpiringLinks({
  expiryMs: 3_000,
  fileBytes: 24 * 1_024 * 1_024,
  bytesPerSecond: 1_024 * 1_024,
  waitFactor: 1,
  limitMs: 60 * 60_000,
});
console.log(
  `${whole} of ${files} files whole after ${(elapsedMs / 1_000).toFixed(1)} s, ${requests} requests\n`,
);
console.log('scene  expiries  queries  queries per expiry');
for (const [n, { expiries, queries }] of scenes.entries())
  console.log(
    `${String(n + 1).padStart(5)}  ${String(expiries).padStart(8)}  ${String(queries).padStart(7)}  ${(queries / expiries).toFixed(2)}`,
  );
for (const error of errors) console.log(error);
const good =
  whole === files &&
  errors.length === 0 &&
  scenes.every(({ queries, expiries }) => queries <= 1.2 * expiries);
process.exit(good ? 0 : 1);
