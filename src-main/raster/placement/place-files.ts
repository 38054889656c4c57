import { basename, extname } from 'node:path';
import { invertAffine, type RationalModel } from '../../../src-shared/geometry/pixel-models.ts';
import { readForeignNumber } from '../../../src-shared/raster/foreign-number.ts';
import { readBesideText } from '../beside-files.ts';
import type { AuxiliaryPlace } from './auxiliary-place.ts';
import { readRpb, readRpcText } from './rational-text.ts';
import { readTabFile, type TabPlace } from './tab-file.ts';

/** No file of these kinds is longer. */
const mostBytes = 256 * 1_024;

interface Beside<T> {
  fileName: string;
  value: T;
}

/** Where a raster lies according to the files beside it. */
export interface PlaceFiles {
  auxiliary: AuxiliaryPlace | null;
  /** GDAL's six numbers of a world file. */
  world: Beside<readonly number[]> | null;
  /** The text of a file `.prj`, which GDAL does not read for a TIFF, and which names the system of a world file for other programs. */
  projection: Beside<string> | null;
  rational: Beside<RationalModel> | null;
  /** The registration in a table of MapInfo. */
  tab: Beside<TabPlace> | null;
  /** The names of files of these kinds that are there and cannot be read as such. */
  unread: readonly string[];
}

export const noPlaceFiles: PlaceFiles = {
  auxiliary: null,
  world: null,
  projection: null,
  rational: null,
  tab: null,
  unread: [],
};

/** Reads a world file, whose six lines are about the centre of the first pixel; null for another text. */
function parseWorldFile(text: string): number[] | null {
  const lines = text.split(/\r\n|\r|\n/).slice(0, 6);
  const numbers = lines.map((line) => readForeignNumber(line) ?? Number.NaN);
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return null;
  const [b = 0, e = 0, c = 0, f = 0, x = 0, y = 0] = numbers;
  const transform = [x - b / 2 - c / 2, b, c, y - e / 2 - f / 2, e, f];
  return invertAffine(transform) === null ? null : transform;
}

/** Returns the endings of world files in GDAL's order: `.tfw` and `.tifw` for `a.tif`, then `.wld`, each in lower and upper case. */
function worldEndings(extension: string): string[] {
  const short = `${extension.at(0) ?? ''}${extension.at(-1) ?? ''}w`;
  return [short, `${extension}w`, 'wld'].flatMap((each) => [
    `.${each.toLowerCase()}`,
    `.${each.toUpperCase()}`,
  ]);
}

/**
 * Reads the files beside a raster that say where it lies: `a.tfw`, `a.tifw` or `a.wld`, `a.prj`, `a.tab`, `a.RPB` and `a_RPC.TXT`, the first
 * of each kind in GDAL's order. A file that cannot be read is named, and does not refuse the raster.
 */
export async function readPlaceFiles(path: string, auxiliary: AuxiliaryPlace | null): Promise<PlaceFiles> {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  const unread: string[] = [];

  async function first<T>(
    endings: readonly string[],
    parse: (text: string, ending: string) => T | null,
  ): Promise<Beside<T> | null> {
    for (const ending of endings) {
      const read = await readBesideText(`${stem}${ending}`, mostBytes);
      if (read.kind === 'none') continue;
      const fileName = basename(`${stem}${ending}`);
      const value = read.kind === 'text' ? parse(read.text, ending) : null;
      if (value !== null) return { fileName, value };
      // On a disk that does not tell the cases apart it is found twice.
      if (!unread.some((name) => name.toLowerCase() === fileName.toLowerCase())) unread.push(fileName);
    }
    return null;
  }

  return {
    auxiliary,
    world: await first(worldEndings(extension.slice(1)), parseWorldFile),
    projection: await first(['.prj', '.PRJ'], (text) => text.replace(/^\ufeff/, '').trim() || null),
    rational: await first(['.RPB', '.rpb', '_RPC.TXT', '_rpc.txt', '_RPC.txt'], (text, ending) =>
      /rpb$/i.test(ending) ? readRpb(text) : readRpcText(text),
    ),
    tab: await first(['.tab', '.TAB', '.Tab'], readTabFile),
    unread,
  };
}
