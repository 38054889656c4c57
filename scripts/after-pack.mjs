// Called by electron-builder before it signs: sets the fuses of the packed program. Done here, and not by the builder's own
// setting, because that one knows no way to refuse a program with a fuse that nobody has decided on.
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

/** The program is Nadir and nothing else: not a Node to run other scripts with, no flags or variables that inject code. */
export const fuses = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only the archive as it was packaged is loaded.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page comes by nadir://app; file: gets nothing that a browser would not give it.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Nadir has no cookies. Their key would be asked of the keychain at each start, and by an unsigned program with a question.
  [FuseV1Options.EnableCookieEncryption]: false,
  // As Electron has it: decoders of rasters are WebAssembly, and slower without.
  [FuseV1Options.WasmTrapHandlers]: true,
};

const endings = { darwin: '.app', mas: '.app', win32: '.exe', linux: '' };

/** Rejects when the program has a fuse that is not in the list: a new Electron may bring one, and somebody has to decide. */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const name = packager.executableName ?? packager.appInfo.productFilename;
  const isMac = electronPlatformName === 'darwin' || electronPlatformName === 'mas';
  await flipFuses(
    join(appOutDir, `${isMac ? packager.appInfo.productFilename : name}${endings[electronPlatformName]}`),
    {
      version: FuseVersion.V1,
      strictlyRequireAllFuses: true,
      // Changed bytes end the signature, which Apple's processors ask of every program, and without which macOS drops notices on all.
      resetAdHocDarwinSignature: isMac,
      ...fuses,
    },
  );
}
