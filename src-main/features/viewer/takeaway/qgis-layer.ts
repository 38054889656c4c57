import { basename, dirname } from 'node:path';
import type { RasterPlacement } from '../../../../src-preload/contract/raster-placement.ts';
import type { QgisLayer, QgisRenderer } from '../../../../src-preload/contract/takeaway.ts';
import type { BandScale } from '../../../../src-shared/raster/band-scales.ts';

/** The facts about a raster that its layer in QGIS needs. */
export interface QgisRaster {
  /** The absolute path. */
  path: string;
  widthPx: number;
  heightPx: number;
  placement: RasterPlacement;
  /** What the file declares of its bands; QGIS draws and computes with the values, and not with the stored samples. */
  scales: readonly (BandScale | null)[];
  /** The number of the sample that is the opacity; null if there is none. */
  alphaBand: number | null;
  /** True if the samples are entries of a palette or inks, which QGIS draws like Nadir without a renderer. */
  isConverted: boolean;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Returns a text escaped for XML, without control characters, which XML cannot contain. */
const xml = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const hex = (colour: readonly number[]) =>
  `#${colour.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, '0')).join('')}`;

/** The value that the calculator of QGIS writes for pixels without a value, and a bound beside it, because it compares with rounding. */
const noResult = ['-3.5e+38', '-3.3e+38'] as const;

function compositeRenderer(
  { bands, bounds }: Extract<QgisRenderer, { kind: 'composite' }>,
  alpha: string,
): string {
  const [red, green, blue] = bands;
  const stretches = (['red', 'green', 'blue'] as const).map((name, i) => {
    const [low, high] = bounds[i] ?? [0, 1];
    return `<${name}ContrastEnhancement><minValue>${low}</minValue><maxValue>${high}</maxValue><algorithm>StretchToMinimumMaximum</algorithm></${name}ContrastEnhancement>`;
  });
  return [
    `<rasterrenderer type="multibandcolor" redBand="${red}" greenBand="${green}" blueBand="${blue}" ${alpha}>`,
    ...stretches,
    '</rasterrenderer>',
  ].join('\n        ');
}

function rampRenderer({ of, stops }: Extract<QgisRenderer, { kind: 'ramp' }>, alpha: string): string {
  const [low, high] = [stops[0]?.value ?? 0, stops.at(-1)?.value ?? 1];
  const isFormula = 'formula' in of;
  const [from, to] = noResult;
  return [
    `<rasterrenderer type="singlebandpseudocolor" band="${isFormula ? 1 : of.band}" classificationMin="${low}" classificationMax="${high}" ${alpha}>`,
    ...(isFormula
      ? [
          `<rasterTransparency><singleValuePixelList><pixelListEntry min="${from}" max="${to}" percentTransparent="100"/></singleValuePixelList></rasterTransparency>`,
        ]
      : []),
    `<rastershader><colorrampshader colorRampType="INTERPOLATED" classificationMode="1" clip="0" minimumValue="${low}" maximumValue="${high}">`,
    ...stops.map(
      ({ value, colour }) => `<item value="${value}" alpha="255" color="${hex(colour)}" label="${value}"/>`,
    ),
    '</colorrampshader></rastershader>',
    '</rasterrenderer>',
  ].join('\n        ');
}

function crsOf(placement: RasterPlacement): string {
  if (placement.kind === 'unplaced') return '';
  const { epsg, projection } = placement;
  const named = projection.trimStart().startsWith('+') ? 'proj4' : 'wkt';
  // QGIS only reads the EPSG code together with any number of its own table; otherwise it uses the definition.
  const code = epsg === null ? '' : `<srsid>1</srsid><authid>EPSG:${epsg}</authid>`;
  return `<srs><spatialrefsys>${code}<${named}>${xml(projection)}</${named}></spatialrefsys></srs>`;
}

/** Returns true if QGIS can compute a formula of a raster: its calculator needs a raster without rotation in a named system. */
export function canCalculate({ placement }: Pick<QgisRaster, 'placement'>): boolean {
  if (placement.kind !== 'placed' || placement.epsg === null || placement.model.kind !== 'affine')
    return false;
  const [, width = 0, skewX, , skewY, height = 0] = placement.model.geoTransform;
  return skewX === 0 && skewY === 0 && width > 0 && height < 0;
}

/** Returns the source of a layer that QGIS computes from the bands of a raster, which the formula calls `r`. */
function calculatedSource(
  { widthPx, heightPx, placement }: QgisRaster,
  source: string,
  formula: string,
): string {
  if (placement.kind !== 'placed' || placement.model.kind !== 'affine') return '';
  const [west = 0, width = 0, , north = 0, , height = 0] = placement.model.geoTransform;
  const extent = [west, north + height * heightPx, west + width * widthPx, north].join(',');
  const part = encodeURIComponent;
  return [
    `?crs=EPSG:${placement.epsg}&extent=${extent}&width=${widthPx}&height=${heightPx}`,
    `&formula=${part(formula)}&r:uri=${part(source)}&r:provider=gdal`,
  ].join('');
}

/**
 * Returns the setting that hides stored zeros in each drawn band, because QGIS cannot test for zeros in all of them. It compares values
 * after scale and offset, which rounding may change a little.
 */
function hiddenZeros({ renderer, hidesZeros }: QgisLayer, { scales }: QgisRaster): string {
  if (!hidesZeros) return '';
  const bands =
    renderer.kind === 'composite' ? renderer.bands : 'band' in renderer.of ? [renderer.of.band] : [];
  const lists = [...new Set(bands)].map((band) => {
    const { scale, offset } = scales[band - 1] ?? { scale: 0, offset: 0 };
    const spare = Math.abs(scale) / 4;
    return `<noDataList bandNo="${band}" useSrcNoData="1"><noDataRange min="${offset - spare}" max="${offset + spare}"/></noDataList>`;
  });
  return `<noData>${lists.join('')}</noData>`;
}

/** The parts of a layer in a file of QGIS: its entry in the tree, and how it is drawn. */
interface LayerParts {
  inTree: string;
  drawn: string;
}

function layerParts(raster: QgisRaster, layer: QgisLayer, folder: string, id: string): LayerParts {
  const { renderer, resampling, title } = layer;
  const isBeside = dirname(raster.path) === folder;
  const isFormula = renderer.kind === 'ramp' && 'formula' in renderer.of;
  // Only newer versions of QGIS find a relative path in a calculated source.
  const named = isBeside && !isFormula ? `./${basename(raster.path)}` : raster.path;
  const source =
    isFormula && 'formula' in renderer.of ? calculatedSource(raster, named, renderer.of.formula) : named;
  const alpha = `alphaBand="${isFormula ? -1 : (raster.alphaBand ?? -1)}" opacity="1" nodataColor=""`;
  const element =
    renderer.kind === 'composite' ? compositeRenderer(renderer, alpha) : rampRenderer(renderer, alpha);
  const gamma = renderer.kind === 'composite' ? renderer.gamma : 1;
  const provider = isFormula ? 'virtualraster' : 'gdal';
  const smooth = resampling === 'smooth' ? ' zoomedInResampler="bilinear"' : '';
  const inTree = `    <layer-tree-layer id="${id}" name="${xml(title)}" source="${xml(source)}" providerKey="${provider}" checked="Qt::Checked" expanded="1"/>`;
  const drawn = `    <maplayer type="raster">
      <id>${id}</id>
      <datasource>${xml(source)}</datasource>
      <layername>${xml(title)}</layername>
      ${crsOf(raster.placement)}
      <provider>${provider}</provider>
      ${hiddenZeros(layer, raster)}
      <pipe>
        ${raster.isConverted ? '' : element}
        <brightnesscontrast brightness="0" contrast="0" gamma="${gamma}"/>
        <rasterresampler maxOversampling="2"${smooth}/>
        <resamplingStage>resamplingFilter</resamplingStage>
      </pipe>
    </maplayer>`;
  return { inTree, drawn };
}

const layerFile = (layers: readonly LayerParts[], group: string): string => `<!DOCTYPE qgis-layer-definition>
<qlr>
  <layer-tree-group name="" checked="Qt::Checked" expanded="1">
${group === '' ? '' : `    <layer-tree-group name="${xml(group)}" checked="Qt::Checked" expanded="1">\n`}${layers.map(({ inTree }) => inTree).join('\n')}
${group === '' ? '' : '    </layer-tree-group>\n'}  </layer-tree-group>
  <maplayers>
${layers.map(({ drawn }) => drawn).join('\n')}
  </maplayers>
</qlr>
`;

/**
 * Returns a layer file of QGIS that draws a raster in the same bands, stretch and colours. A raster in the folder of the layer file is
 * named without a path, so that both can be moved; others are named by their absolute path.
 */
export const qgisLayerFile = (raster: QgisRaster, layer: QgisLayer, folder: string): string =>
  layerFile([layerParts(raster, layer, folder, 'nadir_raster')], '');

/** Returns a layer file of QGIS with a group of rasters, the first one on top. */
export const qgisGroupFile = (
  rasters: readonly { raster: QgisRaster; layer: QgisLayer }[],
  group: string,
  folder: string,
): string =>
  layerFile(
    rasters.map(({ raster, layer }, n) => layerParts(raster, layer, folder, `nadir_raster_${n + 1}`)),
    group,
  );
