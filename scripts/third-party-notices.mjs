// Writes the notices of everything that is built into Nadir or packed with it: `node scripts/third-party-notices.mjs FILE`.
// What that is says the lock file; the texts are the packages' own. Fails when a package has none, so that nobody
// packs a library without its licence unseen.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const licenceName = /^(?:licen[cs]es?|copying|notice|ofl)(?:[.-].*)?$/i;
const line = '='.repeat(80);

/** The licence as a readme gives it, from its heading to the next; null where there is none worth the name. */
function fromReadme(folder) {
  const readme = readdirSync(folder).find((name) => /^readme(?:\..*)?$/i.test(name));
  if (readme === undefined) return null;
  const text = readFileSync(join(folder, readme), 'utf8');
  const section = /^#{1,4}[^\n]*licen[cs]e[^\n]*\n([\s\S]*?)(?=^#{1,4} |$(?![\s\S]))/im
    .exec(text)?.[1]
    ?.trim();
  return section !== undefined && section.length > 200 ? section : null;
}

/** The texts of licence in the folder of a package, each once; libraries that are compiled into it have theirs in folders below. */
function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        licenceName.test(entry.name) &&
        !/\.(?:[cm]?[jt]s|json)$/.test(entry.name) &&
        !entry.parentPath.slice(folder.length).split(sep).includes('node_modules'),
    )
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8').trim())
    .filter((text) => text !== '');
  if (files.length > 0) return [...new Set(files)];
  const found = fromReadme(folder);
  return found === null ? [] : [found];
}

/** A licence's own words, for packages that name it and its holder but pack no text; null for one that is not kept here. */
function standardText(licence, holder) {
  const path = new URL(`./licences/${licence}.txt`, import.meta.url);
  if (holder === null || !/^[\w.-]+$/.test(licence) || !existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').trim();
  return text.includes('{{holder}}') ? text.replace('{{holder}}', holder) : `Copyright ${holder}\n\n${text}`;
}

function holderOf({ author, contributors, maintainers }) {
  const first = author ?? contributors?.[0] ?? maintainers?.[0];
  const name = typeof first === 'string' ? first : first?.name;
  return name?.replace(/\s*[<(].*$/, '').trim() || null;
}

/**
 * Every package that is shipped, with its licence: what the lock file does not mark as needed for development alone.
 * @returns {{ name: string, version: string, licence: string, texts: string[] }[]}
 */
export function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const folder = join(root, path);
    // Of other systems: not installed here, and packed on theirs.
    if (path === '' || entry.dev || entry.devOptional || entry.link || !existsSync(folder)) continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version } = manifest;
    const licence = typeof manifest.license === 'string' ? manifest.license : (entry.license ?? 'unknown');
    const found = textsIn(folder);
    const standard = found.length === 0 ? standardText(licence, holderOf(manifest)) : null;
    const texts = standard === null ? found : [standard];
    shipped.set(`${name}@${version}`, { name, version, licence, texts });
  }
  return [...shipped.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** What is packed with Nadir and comes from no package: data, and what licences of compiled code demand to be said. */
const otherNotices = [
  {
    name: 'Natural Earth (public domain)',
    text: 'Coasts, waters, borders and names of the embedded map are made with Natural Earth: https://www.naturalearthdata.com',
  },
  {
    name: 'GeoNames (CC BY 4.0)',
    text: 'Names of places are from GeoNames, https://www.geonames.org, under the Creative Commons Attribution 4.0 International licence: https://creativecommons.org/licenses/by/4.0/. They were selected, joined with other sources and stored in another form.',
  },
  {
    name: 'airportsdata (MIT)',
    text: `Airports are corrected by airportsdata.\n\n${standardText('MIT', '2020 Mike Borsetti, 2014 mwgg')}`,
  },
  {
    name: 'EPSG Geodetic Parameter Dataset',
    text: 'Coordinate systems are from the EPSG Geodetic Parameter Dataset, which is owned by the International Association of Oil & Gas Producers (IOGP), under its terms of use: https://epsg.org/terms-of-use.html. They were taken by way of PROJ (https://proj.org, MIT licence) and stored in another form.',
  },
  {
    name: 'Unicode CLDR (Unicode License V3)',
    text: 'Names of countries and languages are from the Unicode Common Locale Data Repository, https://cldr.unicode.org, copyright © Unicode, Inc., under the Unicode License V3: https://www.unicode.org/license.txt',
  },
  {
    name: 'Independent JPEG Group',
    text: 'This software is based in part on the work of the Independent JPEG Group.',
  },
];

/** The notices as one text; throws with the names of packages that have no licence to show. */
export function noticesText(packages) {
  const lacking = packages.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  if (lacking.length > 0) throw new Error(`No text of a licence in: ${lacking.join(', ')}`);
  const parts = packages.map(
    ({ name, version, licence, texts }) =>
      `${line}\n${name} ${version} (${licence})\n${line}\n\n${texts.join('\n\n')}\n`,
  );
  const others = otherNotices.map(({ name, text }) => `${line}\n${name}\n${line}\n\n${text}\n`);
  return `Nadir is built from these data and libraries, whose licences follow.\n\n${[...others, ...parts].join('\n')}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [, , target = join(root, 'out/THIRD-PARTY-NOTICES.txt')] = process.argv;
  const packages = shippedPackages(root);
  writeFileSync(target, noticesText(packages));
  console.log(`${packages.length} packages: ${target}`);
}
