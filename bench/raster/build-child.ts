// Builds the overviews of a raster in a process of its own, and prints how long that took and its processor time, in
// milliseconds, and the most memory in MiB.
import { describeRaster } from '../../src-main/raster/describe-raster.ts';

const [, , path = '', displayPath = ''] = process.argv;
let most = 0;
const look = () => {
  most = Math.max(most, process.memoryUsage.rss());
};
const used = process.cpuUsage();
const began = performance.now();
await describeRaster({ path, displayPath, bands: [], mayBuild: true, mayBeOverviews: true, progress: look });
const { user, system } = process.cpuUsage(used);
console.log(performance.now() - began, (user + system) / 1_000, most / 1_048_576);
