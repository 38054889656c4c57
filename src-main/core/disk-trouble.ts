import { systemErrorCode } from './system-error.ts';

/** A failure of the disk that the user can do something about; `failed` is any other. */
export type DiskTroubleKind = 'disk-full' | 'read-only' | 'library-missing' | 'failed';

const troubles = new Map<string, DiskTroubleKind>([
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, 'disk-full'] as const),
  ...['EROFS', 'EACCES', 'EPERM'].map((code) => [code, 'read-only'] as const),
  ...['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN', 'ENOENT', 'ENOTDIR'].map(
    (code) => [code, 'library-missing'] as const,
  ),
]);

/** Returns an error of the system about a library folder in the user's terms; null for a defect. */
export function diskTroubleOf(error: unknown): DiskTroubleKind | null {
  const code = systemErrorCode(error);
  return troubles.get(code) ?? (code === '' ? null : 'failed');
}
