import { importedConnectionId } from '../../../../../src-preload/contract/library.ts';
import type { CatalogScene } from '../../../../core/catalog-scene.ts';

/** A shorter word is no host, and would be found in ordinary texts. */
const shortestHost = 4;
const addressInText = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

/** Collects the hosts of all addresses within plain data. */
function collectHosts(value: unknown, hosts: Set<string>): void {
  if (typeof value === 'string') {
    for (const [address] of value.matchAll(addressInText))
      if (URL.canParse(address) && new URL(address).host !== '') hosts.add(new URL(address).host);
  } else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) collectHosts(inner, hosts);
}

/** Returns plain data without the texts in which `isPrivate` finds something. */
function withoutTexts(value: unknown, isPrivate: (text: string) => boolean): unknown {
  if (Array.isArray(value))
    return value
      .filter((each) => !(typeof each === 'string' && isPrivate(each)))
      .map((each) => withoutTexts(each, isPrivate));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'string' && isPrivate(inner) ? [] : [[name, withoutTexts(inner, isPrivate)]],
    ),
  );
}

/**
 * Returns a scene as other people get it: without the name of its connection, and without any address of a service or the host of one.
 * The answer of the service has such addresses in many fields, and more than Nadir knows by name. What an imported item states stays: its
 * author has published it, and links to the terms of use belong to it.
 */
export function sceneForOthers(scene: CatalogScene): CatalogScene {
  const { source, files } = scene;
  const isOfService = source.connectionId !== importedConnectionId || source.contractId !== null;
  return {
    ...scene,
    source: { ...source, connectionName: null, service: null },
    raw: isOfService ? withoutAddresses(scene) : scene.raw,
    files: files.map((file) => ({ ...file, fetchedFrom: null })),
  };
}

function withoutAddresses({ source, raw, files }: CatalogScene): CatalogScene['raw'] {
  const named = [
    ...files.map(({ fetchedFrom }) => fetchedFrom),
    source.service && new URL(source.service).host,
  ];
  const hosts = new Set(named.flatMap((host) => (host !== null && host.length >= shortestHost ? host : [])));
  collectHosts(raw, hosts);
  const isPrivate = (text: string) =>
    text.search(addressInText) >= 0 || [...hosts].some((host) => text.includes(host));
  const kept = withoutTexts(raw, isPrivate);
  return kept !== null && typeof kept === 'object' ? { ...kept } : {};
}
