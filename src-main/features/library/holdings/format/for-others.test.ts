import { expect, it } from 'vitest';
import { importedConnectionId } from '../../../../../src-preload/contract/library.ts';
import { catalogFile, catalogScene } from '../../../../../testing/catalog-scene.ts';
import { sceneForOthers } from './for-others.ts';

const raw = {
  scene_id: 'S1',
  scene: 'https://catalog.vendor.example:8443/api/catalog/scenes/S1/',
  attachments: [{ name: 'footprint', edit_url: 'https://api.vendor.example/v2/scenes/S1/footprint' }],
  notes: ['see https://portal.vendor.example/help for more', 'haze in the north'],
  host: 'api.vendor.example',
  stored_at: 's3://vendor-bucket/S1',
  metadata: { gsd: 0.7, provider: 'Vendor' },
};

it('a scene for others has no address of its service, no host of one, and all else', () => {
  const files = [catalogFile('Coast/S1/a.tif', { fetchedFrom: 'files.vendor.example' })];
  const scene = catalogScene(1, { raw: { ...raw, mirror: 'files.vendor.example/S1' }, files });
  const { source } = scene;
  const shared = sceneForOthers({
    ...scene,
    source: { ...source, connectionName: 'Desk', service: 'https://catalog.vendor.example:8443' },
  });
  expect(shared.raw).toEqual({
    scene_id: 'S1',
    attachments: [{ name: 'footprint' }],
    notes: ['haze in the north'],
    metadata: { gsd: 0.7, provider: 'Vendor' },
  });
  expect(JSON.stringify(shared)).not.toMatch(/:\/\/|vendor\.example|Desk/);
  expect(shared.source).toMatchObject({ sceneId: source.sceneId, contractId: source.contractId });
  expect(shared.files).toEqual([{ ...files[0], fetchedFrom: null }]);
});

it('what an imported item states stays', () => {
  const scene = catalogScene(1, {
    raw: { stac: { properties: { license_url: 'https://terms.example/1' } } },
  });
  const source = { ...scene.source, connectionId: importedConnectionId, contractId: null };
  expect(sceneForOthers({ ...scene, source }).raw).toEqual(scene.raw);
});
