// node --disable-warning=ExperimentalWarning scripts/make-icon.mjs draws the icon files of every system from resources/icon/icon.svg. Run it when the drawing changes; its
// results are committed, because the tool by which electron-builder would make them is fetched from the network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';

const folder = fileURLToPath(new URL('../resources/icon', import.meta.url));
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

async function drawAll() {
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const pictures = new Map();
    for (const size of sizes) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
      );
      pictures.set(size, await page.screenshot({ omitBackground: true }));
      await page.close();
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** An icon of Windows: a head, an entry of 16 bytes for each picture, and the pictures as PNG. */
function makeIco(pictures) {
  const wanted = [16, 24, 32, 48, 64, 128, 256];
  const head = Buffer.alloc(6 + 16 * wanted.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(wanted.length, 4);
  let offset = head.length;
  wanted.forEach((size, index) => {
    const at = 6 + 16 * index;
    // A size of 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(pictures.get(size).length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += pictures.get(size).length;
  });
  return Buffer.concat([head, ...wanted.map((size) => pictures.get(size))]);
}

/** An icon of macOS: parts with a type of four letters and their length, each a PNG; the second of a size is for dense screens. */
function makeIcns(pictures) {
  const types = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };
  const parts = Object.entries(types).map(([type, size]) => part(type, pictures.get(size)));
  return part('icns', Buffer.concat(parts));
}

function part(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

const pictures = await drawAll();
mkdirSync(join(folder, 'linux'), { recursive: true });
for (const size of sizes.slice(0, -1))
  writeFileSync(join(folder, `linux/${size}x${size}.png`), pictures.get(size));
writeFileSync(join(folder, 'icon.ico'), makeIco(pictures));
writeFileSync(join(folder, 'icon.icns'), makeIcns(pictures));
