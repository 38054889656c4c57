import type { z } from 'zod';
import { appInfoSchema } from '../../src-preload/contract/app.ts';
import {
  type ConnectionView,
  type ContractView,
  connectionViewSchema,
  contractViewSchema,
} from '../../src-preload/contract/connections.ts';
import { type Transfer, transferSchema } from '../../src-preload/contract/delivery.ts';
import { connectionIdSchema, contractIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import {
  type SceneDetails,
  type SceneFile,
  sceneDetailsSchema,
  sceneFileSchema,
} from '../../src-preload/contract/library.ts';
import { orderRequestSchema } from '../../src-preload/contract/order-request.ts';
import { type OrderDetails, orderDetailsSchema } from '../../src-preload/contract/orders.ts';
import { type Command, commandSchema } from '../../src-preload/contract/outbox.ts';
import { type Settings, settingsSchema } from '../../src-preload/contract/settings.ts';
import { type TaskDetails, taskDetailsSchema } from '../../src-preload/contract/tasking.ts';
import { type TimelineEntry, timelineEntrySchema } from '../../src-preload/contract/timeline.ts';
import { type UpdateStatus, updateStatusSchema } from '../../src-preload/contract/updates.ts';
import { sampleTask } from '../sample-task.ts';

/** The contract in force of `connectionOf`. */
export const pageScope: Scope = {
  connectionId: connectionIdSchema.parse('desk'),
  contractId: contractIdSchema.parse('cont.north'),
};

type Fields<Schema extends z.ZodType> = Partial<z.input<Schema>>;

/** Each of these is one that a page may meet; what is given replaces its fields. */
export const settingsOf = (fields: Fields<typeof settingsSchema> = {}): Settings =>
  settingsSchema.parse({
    theme: 'light',
    language: 'en',
    dateFormat: 'region',
    coordinateFormat: 'dd',
    libraryFolder: null,
    orderSkus: [],
    verifyLibrary: 'never',
    downloads: {
      bytesPerSecond: null,
      connectionsPerFile: 4,
      filesAtOnce: 4,
      quietHours: null,
      pauseWhenMetered: false,
      notifyWhenDone: true,
      keepAwake: true,
      folderPattern: '{project}/{scene}',
    },
    allContracts: false,
    tellMe: {
      capturePublished: true,
      orderClosed: false,
      flagRaised: true,
      outboxTrouble: true,
      project: null,
      quietHours: null,
    },
    requireApproval: false,
    updateAddress: null,
    workspace: {},
    ...fields,
  });

export const updateStatusOf = (fields: Fields<typeof updateStatusSchema> = {}): UpdateStatus =>
  updateStatusSchema.parse({
    mode: 'none',
    managedBy: null,
    phase: 'idle',
    version: null,
    sizeBytes: null,
    receivedBytes: 0,
    isPutOff: false,
    busyWith: [],
    error: null,
    ...fields,
  });

export const infoOf = (
  capabilities: { notify?: boolean; revealInFolder?: boolean; savePdf?: boolean; updates?: boolean } = {},
) =>
  appInfoSchema.parse({
    version: '0.1.0',
    host: 'loopback',
    os: 'linux',
    dataFolder: '/data',
    libraryFolder: '/library',
    capabilities: {
      revealInFolder: true,
      notify: true,
      pickFolder: true,
      pickFile: true,
      openFile: true,
      dragOut: false,
      trash: true,
      keepAwake: true,
      savePdf: false,
      updates: false,
      ...capabilities,
    },
  });

export const connectionOf = (fields: Fields<typeof connectionViewSchema> = {}): ConnectionView =>
  connectionViewSchema.parse({
    id: 'desk',
    name: 'Desk',
    credentialKind: 'oauth',
    practice: false,
    credentials: 'keychain',
    selectedContractId: 'cont.north',
    active: true,
    addresses: {
      authUrl: 'https://auth.test',
      legacyAuthUrl: null,
      accountsUrl: null,
      baseUrl: 'https://api.test',
      catalogUrl: 'https://catalog.test',
      ordersUrl: 'https://orders.test',
      catalogPath: 'catalog',
      contractHeader: 'X-Contract',
      taskingAudience: 'tasking',
    },
    ...fields,
  });

export const contractOf = (fields: Fields<typeof contractViewSchema> = {}): ContractView =>
  contractViewSchema.parse({
    contractId: 'cont.north',
    name: 'North',
    status: 'ACTIVE',
    account: null,
    archive: null,
    taskingHasCredentials: true,
    createdAt: null,
    updatedAt: null,
    ...fields,
  });

export const taskOf = (fields: Fields<typeof taskDetailsSchema> = {}): TaskDetails =>
  taskDetailsSchema.parse({
    taskId: 4_711,
    name: 'harbour',
    project: 'coast',
    status: 'in_progress',
    statusKind: 'in-progress',
    productPk: 169,
    productName: 'Multispectral',
    client: 'north-office',
    priority: 50,
    longitude: 16.37,
    latitude: 48.2,
    altitude: null,
    expectedAge: null,
    start: '2026-03-01T00:00:00Z',
    end: '2026-03-09T00:00:00Z',
    createdTime: '2026-02-20T08:15:00Z',
    captureCount: 3,
    publishedCount: 1,
    goneAt: null,
    captures: [],
    capturesReadAt: '2026-02-21T00:00:00Z',
    maxCaptures: 2,
    maxSimultaneousCaptures: 2,
    fromRequest: [],
    raw: { task_id: 4_711 },
    changedAt: '2026-02-20T08:15:00Z',
    fetchedAt: '2026-02-21T00:00:00Z',
    ...fields,
  });

export const captureOf = (fields: Record<string, unknown> = {}) => ({
  captureId: 'capture-1',
  start: '2026-03-02T10:30:00Z',
  satelliteName: 'SN33',
  status: 'published',
  statusKind: 'published' as const,
  fragmentId: null,
  ...fields,
});

export const orderOf = (fields: Fields<typeof orderDetailsSchema> = {}): OrderDetails =>
  orderDetailsSchema.parse({
    orderId: '000042',
    name: 'piers',
    project: 'harbours',
    sku: 'TSKPOI-M',
    productName: null,
    status: 'in_progress',
    state: 'in-progress',
    taskId: null,
    task: null,
    outcomeId: null,
    longitude: 16.37,
    latitude: 48.2,
    bbox: null,
    parameters: {},
    fromRequest: [],
    createdAt: '2026-02-20T08:15:00Z',
    updatedAt: '2026-02-21T09:00:00Z',
    start: null,
    end: null,
    deliverableCount: 0,
    deliveredCount: 0,
    goneAt: null,
    captures: [],
    deliverables: [],
    events: [],
    raw: { order: { order_id: '000042' }, captures: [], deliverables: [], events: [] },
    seenAt: '2026-02-21T10:00:00Z',
    partsReadAt: '2026-02-21T10:00:00Z',
    ...fields,
  });

export const fileOf = (fields: Fields<typeof sceneFileSchema> = {}): SceneFile =>
  sceneFileSchema.parse({
    fileId: 1,
    kind: 'raster',
    name: 'scene.tif',
    fileName: 'scene.tif',
    state: 'remote',
    bands: ['Red', 'Green', 'Blue'],
    sizeBytes: 250_000_000,
    sha256: null,
    savedAt: null,
    ...fields,
  });

export const sceneOf = (fields: Fields<typeof sceneDetailsSchema> = {}): SceneDetails =>
  sceneDetailsSchema.parse({
    librarySceneId: 7,
    ...pageScope,
    sceneId: 'SN33_20260302',
    captureId: 'capture-1',
    taskId: 4_711,
    taskName: 'harbour',
    project: 'coast',
    timestamp: '2026-03-02T10:30:00Z',
    satelliteName: 'SN33',
    productName: 'Multispectral',
    cloudCover: null,
    offNadir: null,
    sunElevation: null,
    gsd: null,
    review: null,
    longitude: 16.37,
    latitude: 48.2,
    bbox: [16, 48, 17, 49],
    hasThumbnail: false,
    filesOnDisk: 0,
    bytesOnDisk: 0,
    footprint: null,
    files: [fileOf()],
    lastModified: '2026-03-02T12:00:00Z',
    raw: {},
    ...fields,
  });

export const transferOf = (fields: Fields<typeof transferSchema> = {}): Transfer =>
  transferSchema.parse({
    fileId: 1,
    librarySceneId: 7,
    sceneName: 'SN33_20260302',
    taskName: 'harbour',
    project: 'Coast',
    takenAt: '2026-03-02T10:30:00Z',
    fileName: 'scene.tif',
    state: 'running',
    position: 1,
    doneBytes: 50_000_000,
    totalBytes: 250_000_000,
    bytesPerSecond: 2_000_000,
    ranges: 4,
    attempts: 1,
    restartedBecause: null,
    error: null,
    waitsUntil: null,
    sha256: null,
    queuedAt: '2026-03-02T12:00:00Z',
    finishedAt: null,
    ...fields,
  });

export const orderRequest = orderRequestSchema.parse({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [16.37, 48.2] },
  properties: { order_name: 'piers', project_name: 'harbours', sku: 'TSKPOI-M', parameters: {} },
});

export const commandOf = (fields: Fields<typeof commandSchema> = {}): Command =>
  commandSchema.parse({
    id: 'sub-1',
    seq: 1,
    scope: pageScope,
    contractName: 'North',
    state: 'draft',
    input: { kind: 'task', request: sampleTask },
    waitsFor: null,
    taskName: null,
    createdAt: '2026-02-20T08:15:00Z',
    beganAt: null,
    attempts: 0,
    remoteId: null,
    error: null,
    checkedAt: null,
    lookup: null,
    nextCheckAt: null,
    candidates: [],
    ...fields,
  });

export const entryOf = (fields: Fields<typeof timelineEntrySchema> = {}): TimelineEntry =>
  timelineEntrySchema.parse({
    key: 'capture-made task 4711',
    kind: 'capture-made',
    contractId: 'cont.north',
    at: '2026-03-02T10:30:00Z',
    subject: { kind: 'task', id: 4_711 },
    name: 'harbour',
    project: 'coast',
    status: '',
    longitude: 16.37,
    latitude: 48.2,
    ...fields,
  });
