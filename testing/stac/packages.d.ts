declare module 'stac-node-validator' {
  /** Rules of a user besides those of the schemas. `createAjv` is given what compiles the schemas, and returns what shall do it. */
  interface CustomValidator {
    createAjv(ajv: object): Promise<object>;
    afterLoading(value: unknown): Promise<unknown>;
    bypassValidation(): Promise<null>;
    testFn(): Promise<void>;
  }
  /** Validates a list of objects; `loader` reads each schema that it needs by its address. */
  // biome-ignore lint/style/noDefaultExport: the package has it so
  export default function validate(
    data: readonly unknown[],
    config: { loader: (address: string) => Promise<unknown>; customValidator: CustomValidator },
  ): Promise<unknown>;
}

declare module 'stac-js' {
  interface StacLink {
    rel: string;
    href: string;
    getAbsoluteUrl(): string;
  }
  interface StacAsset {
    href: string;
    getAbsoluteUrl(): string;
  }
  /** What catalogs and items have in common. */
  export interface StacObject {
    id: string;
    type: string;
    getStacLinksWithRel(rel: string): StacLink[];
    getAssets(): StacAsset[];
    getAbsoluteUrl(): string;
  }
  /** Makes an object of its JSON; `url` is the address that its links are relative to. */
  export function create(
    data: unknown,
    migrate?: boolean,
    updateVersionNumber?: boolean,
  ): StacObject & {
    setAbsoluteUrl(url: string): void;
  };
  // biome-ignore lint/style/noDefaultExport: the package has it so
  export default create;
}
