import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { addSubjects } from '../../src-renderer/app/workspace-registry.tsx';
import { transfersStore } from '../../src-renderer/client/transfers-store.ts';
import { gazetteerStore } from '../../src-renderer/gazetteer/gazetteer-store.ts';
import { startI18n } from '../../src-renderer/i18n/i18n.ts';
import { choiceStore } from '../../src-renderer/map/choice-store.ts';
import { tipStore } from '../../src-renderer/map/tip-store.ts';
import { cancelStore } from '../../src-renderer/state/cancel-store.ts';
import { listStore } from '../../src-renderer/state/list-store.ts';
import { mapStore } from '../../src-renderer/state/map-store.ts';
import { measureStore } from '../../src-renderer/state/measure-store.ts';
import { reviewStore } from '../../src-renderer/state/review-store.ts';
import { sceneImportStore } from '../../src-renderer/state/scene-import-store.ts';
import { selectionStore } from '../../src-renderer/state/selection.ts';
import { timelineStore } from '../../src-renderer/state/timeline-store.ts';
import { uiStore } from '../../src-renderer/state/ui-store.ts';
import { viewStore } from '../../src-renderer/state/view-store.ts';
import { outboxStore } from '../../src-renderer/subjects/command/outbox-store.ts';
import { draftStore } from '../../src-renderer/subjects/draft/draft-store.ts';
import { orderStore } from '../../src-renderer/subjects/draft/order-store.ts';
import { placeStore } from '../../src-renderer/subjects/place/place-store.ts';
import { preparedStore } from '../../src-renderer/subjects/prepared/prepared-store.ts';
import { cancelMove } from '../../src-renderer/subjects/review/deferred-keys.ts';
import { endTest } from './at-end.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { hearErrors, takeErrors } from './console-errors.ts';
import { faultsOfMain } from './page-main.ts';

fillBrowserGaps();
addSubjects();
// An answer in memory is there at once; the bound is for a machine that others work on.
configure({
  asyncUtilTimeout: 8_000,
  // Without the whole page, which fills the terminal.
  getElementError: (message) => new Error(message?.split('\n')[0] ?? ''),
});
await startI18n('en');

const resetOf =
  <State>(store: StoreApi<State>) =>
  () =>
    store.setState(store.getInitialState(), true);
const resets = [
  ...[resetOf(selectionStore), resetOf(mapStore), resetOf(uiStore), resetOf(timelineStore)],
  ...[resetOf(gazetteerStore), resetOf(draftStore), resetOf(reviewStore), resetOf(sceneImportStore)],
  ...[resetOf(outboxStore), resetOf(orderStore), resetOf(transfersStore)],
  ...[resetOf(placeStore), resetOf(listStore), resetOf(viewStore), resetOf(cancelStore)],
  ...[resetOf(preparedStore), resetOf(measureStore), resetOf(choiceStore), resetOf(tipStore)],
];

beforeEach(() => {
  hearErrors();
  faultsOfMain.length = 0;
});

afterEach(() => {
  cleanup();
  endTest();
  notifications.clean();
  cancelMove();
  for (const reset of resets) reset();
  document.body.replaceChildren();
  expect(faultsOfMain, 'faults of main').toEqual([]);
  expect(takeErrors(), 'written to the console').toEqual([]);
});
