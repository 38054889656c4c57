import type { Browser, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { median } from '../table.ts';
import { type FootprintView, footprintViews } from './footprint-views.ts';
import {
  bundleFootprints,
  type FootprintVariant,
  footprintVariants,
  groundColour,
  openFootprints,
} from './open-footprints.ts';

const framesOfBlock = 16;
const picksOfBlock = 400;
/** Blocks of frames in one run, Nadir and stock in turn. */
const blocks = 4;
/** Two pictures are equal if they differ less than this part of what a picture differs from itself, moved by a pixel. */
const mostOfPixel = 0.5;
/** Nobody sees this, of 255: where outlines fill the window, moving them changes little too. */
const invisible = 2;

/** Takes one value of a variant, in milliseconds unless the step says otherwise. */
export type NoteFootprints = (step: string, variant: FootprintVariant, value: number) => void;

interface OpenMap {
  variant: FootprintVariant;
  page: Page;
  close: () => Promise<void>;
}

const show = (page: Page, view: FootprintView) =>
  page.evaluate(
    (shown) => window.footprintsMap?.show(shown) ?? { whole: Number.NaN, longest: Number.NaN },
    view,
  );
const pan = (page: Page) => page.evaluate((frames) => window.footprintsMap?.pan(frames) ?? [], framesOfBlock);
const release = (page: Page) => page.evaluate(() => window.footprintsMap?.release());
const pick = (page: Page) =>
  page.evaluate((count) => window.footprintsMap?.pick(count) ?? { times: [], found: [] }, picksOfBlock);

/** Returns how far two pictures differ, of 255, averaged over the pixels that either has drawn; the second is moved to the right. */
function differenceOf(one: PNG, other: PNG, movedBy: number): number {
  let [sum, drawn] = [0, 0];
  const isGround = ({ data }: PNG, at: number) =>
    groundColour.every((value, channel) => data[at + channel] === value);
  const moved = 4 * movedBy;
  for (let at = 0; at + moved < one.data.length; at += 4) {
    if (isGround(one, at + moved) && isGround(other, at)) continue;
    drawn += 1;
    for (let channel = at; channel < at + 3; channel += 1)
      sum += Math.abs((one.data[channel + moved] ?? 0) - (other.data[channel] ?? 0));
  }
  if (drawn === 0) throw new Error('neither map has drawn a footprint');
  return sum / drawn / 3;
}

/** Throws if the two maps show different pictures; notes how far they differ, and how far one that is moved by a pixel. */
async function comparePictures(maps: readonly OpenMap[], step: string, note: NoteFootprints) {
  const [one, other] = await Promise.all(
    maps.map(async ({ page }) => PNG.sync.read(await page.screenshot())),
  );
  if (!one || !other) throw new Error('two maps are compared');
  const [difference, ofPixel] = [differenceOf(one, other, 0), differenceOf(other, other, 1)];
  note(step, 'Nadir', difference);
  note(step, 'stock', ofPixel);
  if (!(difference <= Math.max(invisible, mostOfPixel * ofPixel)))
    throw new Error(`${step}: ${difference.toFixed(1)}, and a pixel makes ${ofPixel.toFixed(1)}`);
}

async function measureView(maps: readonly OpenMap[], view: FootprintView, note: NoteFootprints) {
  const { name, hasOutlines } = view;
  for (let block = 0; block < blocks; block += 1)
    for (const { page, variant } of maps) {
      const { whole, longest } = await show(page, view);
      if (block === 0) continue;
      note(`${name}: whole picture`, variant, whole);
      note(`${name}: … its longest frame`, variant, longest);
    }
  for (let block = 0; block < blocks; block += 1) {
    for (const { page, variant } of maps) {
      const frames = await pan(page);
      // The first block fills what both keep between frames.
      if (block === 0) continue;
      note(`${name}: frame while panning, median`, variant, median(frames));
      note(`${name}: frame while panning, longest`, variant, Math.max(...frames));
    }
    if (hasOutlines && block === 1)
      await comparePictures(maps, `${name}: difference of pictures while panning, of 255`, note);
    for (const { page } of maps) await release(page);
  }
  if (hasOutlines) await comparePictures(maps, `${name}: difference of pictures at rest, of 255`, note);
  let picks: number[][] = [];
  for (let block = 0; block < blocks; block += 1) {
    picks = [];
    for (const { page, variant } of maps) {
      const { times, found } = await pick(page);
      picks.push(found);
      if (block === 0) continue;
      const sorted = times.toSorted((a, b) => a - b);
      note(`${name}: pick, median`, variant, median(times));
      note(
        `${name}: pick, 99 of 100 within`,
        variant,
        sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN,
      );
    }
  }
  const [here, there] = picks;
  if (hasOutlines && here?.some((count, i) => count !== there?.[i]))
    throw new Error(`${name}: the maps find other footprints below the pointer`);
}

/** Measures both maps on the same views, in turn. Opens new pages in each run. */
export async function measureFootprints(browser: Browser, runs: number, note: NoteFootprints) {
  const code = await bundleFootprints();
  for (let run = 0; run < runs; run += 1)
    for (const view of footprintViews) {
      const maps: OpenMap[] = [];
      try {
        for (const variant of footprintVariants)
          maps.push({ variant, ...(await openFootprints(browser, code, { variant, view })) });
        await measureView(maps, view, note);
      } finally {
        for (const { close } of maps) await close();
      }
    }
}
