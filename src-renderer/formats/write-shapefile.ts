import { Zip, ZipDeflate } from 'fflate';
import { createDbfWriter, type DbfField } from './dbf-writer.ts';
import type { ExportLosses } from './export-losses.ts';
import type { AttributeValue } from './exported-feature.ts';
import type { FeatureWriter, WriteOptions } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import { createShapeFile, type ShapeKind } from './shape-file.ts';

/** Returns a zip of files, which are read and packed in pieces. */
async function zipBlobs(files: readonly { name: string; content: Blob }[]): Promise<Blob> {
  const parts: Blob[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else parts.push(new Blob([new Uint8Array(bytes)]));
  });
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    const reader = content.stream().getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) entry.push(piece.value);
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts);
}

/** The maximum length of a field name, in bytes. */
const maxNameBytes = 10;

/** WGS 84 in ESRI's notation, which every program reads. */
const projection =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** Creates a shapefile of one kind of shapes with its table. */
function createLayer(kind: ShapeKind, fields: readonly DbfField[], losses: ExportLosses) {
  const shapes = createShapeFile(kind);
  const table = createDbfWriter(fields, losses);
  let count = 0;
  return {
    add(features: readonly PreparedFeature[], rowOf: (feature: PreparedFeature) => AttributeValue[]) {
      if (features.length === 0) return;
      count += features.length;
      shapes.add(features.map(({ geometry }) => geometry));
      table.add(features.map(rowOf));
    },
    async files(name: string): Promise<{ name: string; content: Blob }[]> {
      if (count === 0) return [];
      const contents = {
        ...shapes.end(),
        dbf: await table.end(),
        prj: new Blob([projection]),
        cpg: new Blob(['UTF-8']),
      };
      return Object.entries(contents).map(([ending, content]) => ({ name: `${name}.${ending}`, content }));
    },
  };
}

function fieldsOf({ columns, hasNotes }: WriteOptions, losses: ExportLosses): DbfField[] {
  const own = ['name', ...(hasNotes ? ['notes'] : [])];
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: [...own, 'altitude'], maxBytes: maxNameBytes },
    losses,
  );
  return [
    ...own.map((name): DbfField => ({ name, type: 'text' })),
    ...columns.map(({ type }, i): DbfField => ({ name: names[i] ?? '', type })),
  ];
}

/**
 * Writes a zip with one shapefile each for points, lines and areas. Objects without a place are with the points. In a
 * shapefile, either all points have an altitude or none, so the altitude is a field of the table.
 */
export const writeShapefile: FeatureWriter = async (batches, options, losses) => {
  const { layer, hasNotes } = options;
  const fields = fieldsOf(options, losses);
  const points = createLayer(
    'points',
    [...fields, { name: 'altitude', type: 'real', isOptional: true }],
    losses,
  );
  const lines = createLayer('lines', fields, losses);
  const areas = createLayer('areas', fields, losses);
  const rowOf = ({ name, notes, values, geometry }: PreparedFeature): AttributeValue[] => [
    name,
    ...(hasNotes ? [notes] : []),
    ...values,
    (geometry?.kind === 'point' ? geometry.position[2] : undefined) ?? null,
  ];
  for await (const batch of batches) {
    const {
      area = [],
      line = [],
      point = [],
    } = Object.groupBy(batch, ({ geometry }) => geometry?.kind ?? 'point');
    points.add(point, rowOf);
    lines.add(line, rowOf);
    areas.add(area, rowOf);
  }
  return zipBlobs([
    ...(await points.files(`${layer}_points`)),
    ...(await lines.files(`${layer}_lines`)),
    ...(await areas.files(`${layer}_areas`)),
  ]);
};
