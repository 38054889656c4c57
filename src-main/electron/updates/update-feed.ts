import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { UpdateReason } from '../../../src-preload/contract/errors.ts';
import { AppError } from '../../core/app-error.ts';

/** How this Nadir was installed, which decides what replaces it. */
export type PackageKind = 'appimage' | 'deb' | 'nsis' | 'mac';

/** The largest package that is downloaded; those of Nadir have about 120 MB. */
const mostBytes = 1_000_000_000;
const sha512Bytes = 64;
const endings: Readonly<Record<PackageKind, string>> = {
  appimage: '.AppImage',
  deb: '.deb',
  nsis: '.exe',
  mac: '.zip',
};
/** How electron-builder writes the processors in the names of files. Those for x64 often have none. */
const processors: Readonly<Record<string, readonly string[]>> = {
  x64: ['x64', 'x86_64', 'amd64'],
  arm64: ['arm64', 'aarch64'],
  other: ['armv7l', 'armhf', 'ia32', 'i386', 'universal'],
};

/** The parts of a feed that are used. Notes of the release, installers from the web and rights of administrators are not. */
const feedSchema = z.object({
  version: z.string().max(100),
  files: z
    .array(
      z.object({ url: z.string().max(300), sha512: z.unknown().optional(), size: z.unknown().optional() }),
    )
    .min(1)
    .max(20),
  stagingPercentage: z.number().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(100).optional(),
});

const checksumSchema = z
  .string()
  .max(100)
  .refine((text) => Buffer.from(text, 'base64').length === sha512Bytes && /^[A-Za-z0-9+/]+=*$/.test(text));
const sizeSchema = z.number().int().min(1).max(mostBytes);

/** A feed that is as it must be: one file, beside the feed, for this system. */
export interface CheckedFeed {
  version: string;
  files: [{ url: string; sha512: string; size: number }];
  path: string;
  sha512: string;
  releaseDate: string;
  stagingPercentage?: number;
  minimumSystemVersion?: string;
}

/** Creates the error of a feed or file that is refused. */
export const refuseUpdate = (reason: UpdateReason, detail = '', cause?: unknown) =>
  new AppError('UPDATE_REFUSED', { reason, detail }, { cause });

/** Returns major, minor and patch of a version; null if it is none, or one before a release. */
function readVersion(text: string): [number, number, number] | null {
  const [, major, minor, patch] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** Returns a negative number if the first version is the older one, and 0 if both are equal. */
function compareVersions(first: readonly number[], second: readonly number[]): number {
  for (const [index, part] of first.entries()) {
    const difference = part - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** True if the name of a file says that it is for another processor. */
function isForOther(name: string, own: { kind: PackageKind; processor: string }): boolean {
  const says = (words: readonly string[]) => words.some((word) => name.toLowerCase().includes(word));
  const others = Object.entries(processors).filter(([each]) => each !== own.processor);
  if (others.some(([, words]) => says(words))) return true;
  // Without a processor in its name, an installer of Windows has the program for both, and any other file that for x64.
  return own.kind !== 'nsis' && own.processor !== 'x64' && !says(processors[own.processor] ?? []);
}

/** True if a name is that of a package of Nadir of this version: `nadir_0.2.0_amd64.deb`, not `nadir_10.2.0_amd64.deb`. */
function isPackageOf(name: string, version: string): boolean {
  const [before, ...after] = name.split(version);
  return (
    /^nadir[ ._-]/i.test(name) &&
    before !== undefined &&
    !/[\d.]$/.test(before) &&
    after.length > 0 &&
    !/^\d/.test(after.join(version))
  );
}

/**
 * Returns the feed with the one file that is for this installation. electron-updater would take a size that is missing, a file of
 * another product, at any address, or, if there is none for this system, any file at all. @throws UPDATE_REFUSED
 */
export function checkFeed(
  read: unknown,
  own: { version: string; kind: PackageKind; processor: string },
): CheckedFeed {
  const parsed = feedSchema.safeParse(read);
  if (!parsed.success) throw refuseUpdate('not-a-feed', '', parsed.error);
  const { version, files, stagingPercentage, minimumSystemVersion } = parsed.data;
  const offered = readVersion(version);
  if (offered === null) throw refuseUpdate('version', version);
  // A version before a release, as `0.2.0-beta`, is followed by the release.
  const current = readVersion(own.version.replace(/[-+].*$/, '')) ?? [0, 0, 0];
  if (compareVersions(offered, current) < 0) throw refuseUpdate('older', version);

  const ofSystem = files.filter(({ url }) => url.toLowerCase().endsWith(endings[own.kind].toLowerCase()));
  for (const { url } of ofSystem) {
    // A name alone lies beside the feed, whatever base it is resolved against.
    if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]*$/.test(url)) throw refuseUpdate('elsewhere', url.slice(0, 100));
    if (!isPackageOf(url, version)) throw refuseUpdate('other-product', url);
  }
  const file = ofSystem.find(({ url }) => !isForOther(url, own));
  if (file === undefined) throw refuseUpdate('no-file', version);
  const checksum = checksumSchema.safeParse(file.sha512);
  if (!checksum.success) throw refuseUpdate('no-checksum', file.url);
  const size = sizeSchema.safeParse(file.size);
  if (!size.success) throw refuseUpdate('size', file.url);
  return {
    version,
    files: [{ url: file.url, sha512: checksum.data, size: size.data }],
    path: file.url,
    sha512: checksum.data,
    releaseDate: '',
    ...(stagingPercentage === undefined ? {} : { stagingPercentage }),
    ...(minimumSystemVersion === undefined ? {} : { minimumSystemVersion }),
  };
}

/** Throws UPDATE_REFUSED unless the signature, in Base64, is that of the text by this Ed25519 key. */
export function checkSignature(text: string, signature: string, key: KeyObject): void {
  const bytes = Buffer.from(signature.trim(), 'base64');
  if (!verify(null, Buffer.from(text, 'utf8'), key, bytes)) throw refuseUpdate('unsigned');
}
