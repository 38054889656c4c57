"""python3 read-truth.py FOLDER LIST

Writes beside each TIFF below FOLDER what GDAL reads in it: NAME.truth as write-matrix.py does. LIST is a file that gets a line
of JSON for each. Of a large raster it writes three parts, NAME.window0.truth and so on.
"""
import json
import math
import os
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
# Files beside a raster are a part of it: masks, “no data” and names are read with it, by GDAL and by Nadir.
MOST_SAMPLES = 6_000_000
WINDOW_PX = 256

WGS84 = osr.SpatialReference()
WGS84.ImportFromEPSG(4326)
WGS84.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)


class PlaneTransformer:
    """
    The transformer of GDAL for a raster in a plane, with one shift of the datum wherever the raster lies. Without that, PROJ leaves the shift
    out for each pixel beyond the area of use, and the pixels of one raster lie a hundred metres apart from each other.
    """

    def __init__(self, read):
        self.affine = read.GetGeoTransform()
        self.inverse = gdal.InvGeoTransform(self.affine)
        self.plane = read.GetSpatialRef()
        self.use(False)
        if not self.places(read.RasterXSize / 2, read.RasterYSize / 2):
            # No shift of this datum is known.
            self.use(True)

    def use(self, is_ballpark):
        options = osr.CoordinateTransformationOptions()
        options.SetBallparkAllowed(is_ballpark)
        self.to_degrees = osr.CoordinateTransformation(self.plane, WGS84, options)
        self.to_plane = osr.CoordinateTransformation(WGS84, self.plane, options)

    def places(self, column, row):
        try:
            return math.isfinite(self.TransformPoint(False, column, row)[1][0])
        except Exception:
            return False

    def TransformPoint(self, is_back, x, y):
        if is_back:
            planar = self.to_plane.TransformPoint(x, y)
            return True, (*gdal.ApplyGeoTransform(self.inverse, planar[0], planar[1]), 0.0)
        return True, self.to_degrees.TransformPoint(*gdal.ApplyGeoTransform(self.affine, x, y))


def places_of(read):
    words = ["DST_SRS=" + WGS84.ExportToWkt()]
    rpc = read.GetMetadata("RPC")
    has_transform = read.GetGeoTransform(can_return_null=True) is not None
    if rpc and not read.GetGCPCount() and not has_transform:
        words += ["METHOD=RPC", "RPC_HEIGHT=" + rpc["HEIGHT_OFF"].split()[0]]
    elif not has_transform and not read.GetGCPCount():
        return None
    elif not (read.GetGCPSpatialRef() if read.GetGCPCount() and not has_transform else read.GetSpatialRef()):
        return None
    try:
        transformer = gdal.Transformer(read, None, words)
        if has_transform and not rpc:
            transformer = PlaneTransformer(read)
    except Exception:
        return None
    places = []
    width, height = read.RasterXSize, read.RasterYSize
    for column, row in [(0.5, 0.5), (width - 0.5, 0.5), (0.5, height - 0.5), (width - 0.5, height - 0.5), (width / 2, height / 2)]:
        try:
            done, (x, y, _z) = transformer.TransformPoint(False, column, row)
            if not done or not math.isfinite(x) or not abs(y) < 89.9:
                continue
            done, (back_column, back_row, _z) = transformer.TransformPoint(True, x, y)
        except Exception:
            continue
        # A place that GDAL itself does not find again proves nothing.
        if done and math.hypot(back_column - column, back_row - row) < max(2, width / 20):
            places.append([x, y, back_column, back_row])
    return places


def finite(number):
    return number if number is not None and math.isfinite(number) else None


def label_of(band):
    """What GDAL says of a band beside its values."""
    return {
        "description": band.GetDescription(),
        "colour": gdal.GetColorInterpretationName(band.GetColorInterpretation()),
        "scale": finite(band.GetScale()),
        "offset": finite(band.GetOffset()),
        "nodata": finite(band.GetNoDataValue()),
    }


def windows_of(read):
    """Three parts of a raster that is too large to be compared as a whole: its beginning, its middle and its end."""
    width, height = min(WINDOW_PX, read.RasterXSize), min(WINDOW_PX, read.RasterYSize)
    last = (read.RasterXSize - width, read.RasterYSize - height)
    return [(0, 0, width, height), (last[0] // 2, last[1] // 2, width, height), (*last, width, height)]


def write_window(read, bands, signed, window, truth):
    """Writes the values of each band, then the mask of each."""
    parts = []
    for band in bands:
        layer = read.GetRasterBand(band).ReadAsArray(*window)
        if layer.dtype.itemsize == 1:
            layer = layer.view(numpy.int8 if signed else numpy.uint8)
        parts.append(layer.astype(numpy.float64).tobytes())
    for band in bands:
        nodata = read.GetRasterBand(band).GetNoDataValue()
        if signed and nodata is not None:
            # GDAL before 3.7 compares the unsigned bytes with the signed value.
            layer = read.GetRasterBand(band).ReadAsArray(*window).view(numpy.int8)
            parts.append(numpy.where(layer == nodata, 0, 255).astype(numpy.uint8).tobytes())
            continue
        parts.append(read.GetRasterBand(band).GetMaskBand().ReadAsArray(*window).astype(numpy.uint8).tobytes())
    with open(truth, "wb") as out:
        for part in parts:
            out.write(part)


def tell(path):
    told = {"path": path}
    read = gdal.Open(path)
    told["driver"] = read.GetDriver().ShortName
    interpretations = {band: read.GetRasterBand(band).GetColorInterpretation() for band in range(1, read.RasterCount + 1)}
    # The opacity comes last, as Nadir gives it, wherever the file has it.
    bands = sorted(interpretations, key=lambda band: band > 1 and interpretations[band] == gdal.GCI_AlphaBand)
    first = read.GetRasterBand(1)
    told.update(widthPx=read.RasterXSize, heightPx=read.RasterYSize, bands=read.RasterCount)
    told["type"] = gdal.GetDataTypeName(first.DataType)
    told["compression"] = read.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE")
    told["hasAlpha"] = read.RasterCount > 1 and interpretations[bands[-1]] == gdal.GCI_AlphaBand
    told["isLossy"] = "JPEG" in (told["compression"] or "") or told["compression"] in ("WEBP", "JXL")
    table = first.GetColorTable()
    told["palette"] = [list(table.GetColorEntry(i)[:3]) for i in range(table.GetCount())] if table else None
    told["places"] = places_of(read)
    told["isLarge"] = read.RasterXSize * read.RasterYSize * read.RasterCount > MOST_SAMPLES
    told["labels"] = [label_of(read.GetRasterBand(band)) for band in bands]
    if "C" == told["type"][0]:
        return told
    # GDAL converts inks to colours, which have no sign, and leaves the sign of the inks in its metadata.
    is_converted = read.GetMetadataItem("SOURCE_COLOR_SPACE", "IMAGE_STRUCTURE") == "CMYK"
    signed = first.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE") == "SIGNEDBYTE" and not is_converted
    stem = os.path.splitext(path)[0]
    if not told["isLarge"]:
        write_window(read, bands, signed, (0, 0, read.RasterXSize, read.RasterYSize), stem + ".truth")
        return told
    told["windows"] = []
    for number, (left, top, width, height) in enumerate(windows_of(read)):
        truth = f"{stem}.window{number}.truth"
        write_window(read, bands, signed, (left, top, width, height), truth)
        told["windows"].append({"left": left, "top": top, "widthPx": width, "heightPx": height, "truthPath": truth})
    return told


def tell_despite_errors(path):
    """GDAL reports damage that it reads over as an error too; None if it does not read the pixels."""
    gdal.DontUseExceptions()
    try:
        return tell(path)
    except Exception:
        return None
    finally:
        gdal.UseExceptions()


with open(sys.argv[2], "w") as out:
    for folder, _folders, names in sorted(os.walk(sys.argv[1])):
        for name in sorted(names):
            if not name.lower().endswith((".tif", ".tiff")):
                continue
            path = os.path.join(folder, name)
            try:
                told = tell(path)
            except Exception as error:
                told = tell_despite_errors(path) or {"path": path, "error": str(error)[:200]}
            out.write(json.dumps(told) + "\n")
            out.flush()
