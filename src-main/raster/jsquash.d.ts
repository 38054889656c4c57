declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  /** The picture as the browser's `ImageData`; null if the bytes are no WebP. */
  // biome-ignore lint/style/noDefaultExport: the package has it so
  export default function createModule(options: object): Promise<{ decode(bytes: Uint8Array): unknown }>;
}

declare module '@jsquash/jpeg/codec/dec/mozjpeg_dec.js' {
  /** The picture as the browser's `ImageData`, or null. */
  // biome-ignore lint/style/noDefaultExport: the package has it so
  export default function createModule(
    options: object,
  ): Promise<{ decode(bytes: Uint8Array, preserveOrientation: boolean): unknown }>;
}
