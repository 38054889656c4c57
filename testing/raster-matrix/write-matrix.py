"""python3 write-matrix.py FOLDER

Writes GeoTIFFs of many kinds with GDAL, and beside each what GDAL reads in it: NAME.truth has the samples of all bands as
64-bit floats and then GDAL's mask of each band. FOLDER/matrix.json lists them. One process, because each start takes
longer than twenty files.
"""
import json
import math
import os
import sys
from xml.sax.saxutils import escape, quoteattr

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
osr.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
folder = sys.argv[1]
SIDE = 40
WEST, NORTH, STEP = 1_000_000, 5_000_000, 10
listed = []
random = numpy.random.RandomState(7)

TYPES = {
    "Byte": (gdal.GDT_Byte, 0, 255, []),
    "Int8": (gdal.GDT_Byte, -128, 127, ["PIXELTYPE=SIGNEDBYTE"]),
    "UInt16": (gdal.GDT_UInt16, 0, 65535, []),
    "Int16": (gdal.GDT_Int16, -32768, 32767, []),
    "UInt32": (gdal.GDT_UInt32, 0, 4294967295, []),
    "Int32": (gdal.GDT_Int32, -2147483648, 2147483647, []),
    "UInt64": (gdal.GDT_UInt64, 0, 2**53, []),
    "Int64": (gdal.GDT_Int64, -(2**53), 2**53, []),
    "Float16": (gdal.GDT_Float32, -2000, 2000, ["NBITS=16"]),
    "Float32": (gdal.GDT_Float32, -1e6, 1e6, []),
    "Float64": (gdal.GDT_Float64, -1e12, 1e12, []),
}
KINDS = {
    gdal.GDT_Byte: numpy.uint8,
    gdal.GDT_UInt16: numpy.uint16,
    gdal.GDT_Int16: numpy.int16,
    gdal.GDT_UInt32: numpy.uint32,
    gdal.GDT_Int32: numpy.int32,
    gdal.GDT_UInt64: numpy.uint64,
    gdal.GDT_Int64: numpy.int64,
    gdal.GDT_Float32: numpy.float32,
    gdal.GDT_Float64: numpy.float64,
}


def values_for(type_name, bands):
    """Half of them smooth and half random, from the whole range of the type."""
    kind, low, high, _options = TYPES[type_name]
    rows, columns = numpy.mgrid[0:SIDE, 0:SIDE]
    layers = []
    for band in range(bands):
        smooth = ((columns * 7 + rows * 13 + band * 29) % 100) / 100
        share = numpy.where(rows % 4 < 2, smooth, random.random_sample((SIDE, SIDE)))
        layers.append((low + share * (high - low)).astype(KINDS[kind] if type_name != "Int8" else numpy.int8))
    return layers


def memory(kind, layers, width=SIDE, height=SIDE):
    source = gdal.GetDriverByName("MEM").Create("", width, height, len(layers), kind)
    for band, layer in enumerate(layers):
        view = layer.view(numpy.uint8) if layer.dtype == numpy.int8 else layer
        source.GetRasterBand(band + 1).WriteArray(view)
    return source


def place(source):
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(3857)
    source.SetProjection(srs.ExportToWkt())
    source.SetGeoTransform([WEST, STEP, 0, NORTH, 0, -STEP])


def write(name, source, options, **told):
    path = os.path.join(folder, f"{name}.tif")
    written = gdal.GetDriverByName("GTiff").CreateCopy(path, source, options=options)
    del written
    tell(name, **told)


def tell(name, **told):
    path = os.path.join(folder, f"{name}.tif")
    read = gdal.Open(path)
    signed = read.GetRasterBand(1).GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE") == "SIGNEDBYTE"
    with open(os.path.join(folder, f"{name}.truth"), "wb") as truth:
        bands = range(1, read.RasterCount + 1)
        for band in bands:
            layer = read.GetRasterBand(band).ReadAsArray()
            layer = layer.view(numpy.int8) if signed else layer
            truth.write(layer.astype(numpy.float64).tobytes())
        for band in bands:
            truth.write(read.GetRasterBand(band).GetMaskBand().ReadAsArray().astype(numpy.uint8).tobytes())
    last = read.GetRasterBand(read.RasterCount)
    has_alpha = last.GetColorInterpretation() == gdal.GCI_AlphaBand
    listed.append({"name": name, "bands": read.RasterCount, "hasAlpha": has_alpha, **told})


def samples():
    """type x compression x layout x interleaving x byte order"""
    plain = ["NONE", "LZW 1", "LZW 2", "DEFLATE 1", "DEFLATE p", "ZSTD 1", "ZSTD p", "PACKBITS"]
    lerc = ["LERC", "LERC_DEFLATE", "LERC_ZSTD"]
    layouts = {
        "strips": ["BLOCKYSIZE=7"],
        "tiles": ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=32"],
    }
    number = 0
    for type_name, (kind, _low, _high, own) in TYPES.items():
        for compression in plain + (lerc if type_name not in ("UInt64", "Int64", "Float16", "Int8") else []):
            for layout, blocks in layouts.items():
                for interleave in ("PIXEL", "BAND"):
                    for order in ("LITTLE", "BIG"):
                        number += 1
                        # Every other one: each value of one property still meets each value of all the others.
                        if (number + number // 4) % 2:
                            continue
                        bands = [1, 3, 4, 7][(number + number // 8) % 4]
                        word, _space, predictor = compression.partition(" ")
                        if predictor == "p":
                            predictor = "3" if type_name in ("Float16", "Float32", "Float64") else "2"
                        if predictor == "2" and type_name == "Float16":
                            predictor = "1"
                        options = [*own, *blocks, f"COMPRESS={word}", f"INTERLEAVE={interleave}", f"ENDIANNESS={order}"]
                        options += [f"PREDICTOR={predictor}"] if predictor else []
                        if number % 9 == 0:
                            options.append("BIGTIFF=YES")
                        source = memory(kind, values_for(type_name, bands))
                        place(source)
                        name = f"{type_name}-{word}{predictor}-{layout}-{interleave}-{order}-{bands}"
                        write(name.lower(), source, options)


def odd_bits():
    for bits in [*range(1, 8), *range(9, 16), 17, 20, 24, 31]:
        kind = gdal.GDT_Byte if bits < 8 else gdal.GDT_UInt16 if bits < 16 else gdal.GDT_UInt32
        for bands in (1, 3):
            for words in ([], ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "COMPRESS=LZW"], ["ENDIANNESS=BIG"]):
                layers = [random.randint(0, 2**bits, (SIDE, SIDE)).astype(KINDS[kind]) for _ in range(bands)]
                source = memory(kind, layers)
                place(source)
                write(f"bits{bits}-{bands}-{len(words)}", source, [f"NBITS={bits}", *words])
    source = memory(gdal.GDT_Float32, [random.random_sample((SIDE, SIDE)).astype(numpy.float32)])
    place(source)
    write("bits24-float", source, ["NBITS=24"])


def is_hole():
    rows, columns = numpy.mgrid[0:SIDE, 0:SIDE]
    return (rows > 10) & (rows < 25) & (columns > 5) & (columns < 30)


def missing():
    """nodata, internal masks, alphas. Not for signed bytes: GDAL 3.6 compares them as unsigned ones."""
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")
    nodata = {
        "Byte": [0, 255, 7],
        "UInt16": [0, 65535],
        "Int16": [-32768, -9999],
        "UInt32": [4294967295],
        "Int32": [-2147483648],
        "Float32": [math.nan, -9999.9, 1e20, -3.4028234663852886e38, 0],
        "Float64": [math.nan, -1e300, 0.1],
    }
    packings = [["COMPRESS=NONE"], ["COMPRESS=LZW", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"], ["COMPRESS=ZSTD", "ENDIANNESS=BIG", "INTERLEAVE=BAND"], ["COMPRESS=DEFLATE"]]
    for type_name, empties in nodata.items():
        for empty in empties:
            for at, packing in enumerate(packings):
                for bands in (1, 3):
                    kind = TYPES[type_name][0]
                    layers = values_for(type_name, bands)
                    for layer in layers:
                        layer[is_hole()] = empty
                    source = memory(kind, layers)
                    place(source)
                    for band in range(bands):
                        source.GetRasterBand(band + 1).SetNoDataValue(empty)
                    write(f"nodata-{type_name}-{empty}-{at}-{bands}".lower(), source, [*TYPES[type_name][3], *packing])
    for type_name in ("Byte", "UInt16", "Int16", "UInt32", "Float32", "Float64"):
        for at, packing in enumerate(packings):
            for bands in (1, 3, 5):
                kind = TYPES[type_name][0]
                source = memory(kind, values_for(type_name, bands))
                place(source)
                source.CreateMaskBand(gdal.GMF_PER_DATASET)
                source.GetRasterBand(1).GetMaskBand().WriteArray(numpy.where(is_hole(), 0, 255).astype(numpy.uint8))
                write(f"mask-{type_name}-{at}-{bands}".lower(), source, packing)
    for type_name in ("Byte", "Int16", "Float32"):  # The mask alone counts, although pixels have the "no data" value.
        for at, packing in enumerate(packings):
            layers = values_for(type_name, 3)
            for layer in layers:
                layer[2:5, 2:5] = layers[0][3, 3]
            source = memory(TYPES[type_name][0], layers)
            place(source)
            source.CreateMaskBand(gdal.GMF_PER_DATASET)
            source.GetRasterBand(1).GetMaskBand().WriteArray(numpy.where(is_hole(), 0, 255).astype(numpy.uint8))
            for band in range(3):
                source.GetRasterBand(band + 1).SetNoDataValue(float(layers[0][3, 3]))
            write(f"mask-and-nodata-{type_name}-{at}".lower(), source, packing)
    for type_name in ("Byte", "UInt16"):  # Other alphas are no masks to GDAL.
        for at, packing in enumerate(packings):
            for bands in (2, 4):
                kind, _low, high, _own = TYPES[type_name]
                layers = values_for(type_name, bands)
                layers[-1] = numpy.where(is_hole(), 0, high).astype(KINDS[kind])
                source = memory(kind, layers)
                place(source)
                photometric = "PHOTOMETRIC=RGB" if bands == 4 else "PHOTOMETRIC=MINISBLACK"
                write(f"alpha-{type_name}-{at}-{bands}".lower(), source, [*packing, "ALPHA=YES", photometric])


def lossy():
    rows, columns = numpy.mgrid[0:SIDE, 0:SIDE]
    layers = [(40 + columns * 2 + rows * (band + 1)).clip(0, 255).astype(numpy.uint8) for band in range(4)]
    layers[3] = numpy.where(is_hole(), 0, 255).astype(numpy.uint8)
    tiles = ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"]
    for layout, blocks in {"strips": [], "tiles": tiles}.items():
        for quality in (60, 95):
            for bands, words in ((1, []), (3, ["PHOTOMETRIC=YCBCR"]), (3, ["PHOTOMETRIC=RGB"]), (3, ["INTERLEAVE=BAND"])):
                source = memory(gdal.GDT_Byte, layers[:bands])
                place(source)
                name = f"jpeg-{layout}-{quality}-{bands}-{'-'.join(words) or 'plain'}".lower().replace("=", "")
                write(name, source, ["COMPRESS=JPEG", f"JPEG_QUALITY={quality}", *blocks, *words], off=3)
            for mode in range(4):
                source = memory(gdal.GDT_Byte, layers[:1])
                place(source)
                write(f"jpeg-tables-{layout}-{quality}-{mode}", source, ["COMPRESS=JPEG", f"JPEG_QUALITY={quality}", f"JPEGTABLESMODE={mode}", *blocks], off=3)
        for bands in (3, 4):
            source = memory(gdal.GDT_Byte, layers[:bands])
            place(source)
            alpha = ["ALPHA=YES"] if bands == 4 else []
            for words in (["WEBP_LOSSLESS=YES"], ["WEBP_LEVEL=75"]):
                name = f"webp-{layout}-{bands}-{words[0]}".lower().replace("=", "")
                write(name, source, ["COMPRESS=WEBP", *words, *blocks, *alpha], off=1)
    source = memory(gdal.GDT_Byte, layers[:3])
    place(source)
    source.CreateMaskBand(gdal.GMF_PER_DATASET)
    source.GetRasterBand(1).GetMaskBand().WriteArray(layers[3])
    write("jpeg-mask", source, ["COMPRESS=JPEG", "PHOTOMETRIC=YCBCR"], off=3)
    write("webp-mask", source, ["COMPRESS=WEBP", "WEBP_LOSSLESS=YES"], off=1)


def palettes():
    for bits in (1, 2, 4, 8):
        for at, words in enumerate(([], ["COMPRESS=LZW", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"], ["COMPRESS=PACKBITS", "ENDIANNESS=BIG"])):
            for nodata in (None, 1):
                layer = random.randint(0, 2**bits, (SIDE, SIDE)).astype(numpy.uint8)
                source = memory(gdal.GDT_Byte, [layer])
                place(source)
                table = gdal.ColorTable()
                for entry in range(2**bits):
                    table.SetColorEntry(entry, (entry * 37 % 256, 255 - entry * 11 % 256, entry * 91 % 256, 255))
                source.GetRasterBand(1).SetRasterColorTable(table)
                if nodata is not None:
                    source.GetRasterBand(1).SetNoDataValue(nodata)
                name = f"palette-{bits}-{at}-{nodata}".lower()
                colours = [list(table.GetColorEntry(entry)[:3]) for entry in range(2**bits)]
                write(name, source, [*words, f"NBITS={bits}"], palette=colours)


def system(text):
    srs = osr.SpatialReference()
    srs.SetFromUserInput(text)
    srs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return srs


def placed(name, srs_text, transform, width=30, height=20, options=(), srs=None, gcps=None, metadata=None, told=None, beside=None):
    """One band with the column and one with the row, so that a warped picture tells where each pixel went."""
    rows, columns = numpy.mgrid[0:height, 0:width]
    source = memory(gdal.GDT_Float32, [columns.astype(numpy.float32), rows.astype(numpy.float32)], width, height)
    known = srs or (system(srs_text) if srs_text else None)
    if gcps:
        source.SetGCPs(gcps, known.ExportToWkt())
    else:
        if known:
            source.SetProjection(known.ExportToWkt())
        if transform:
            source.SetGeoTransform(transform)
    if metadata:
        source.SetMetadata(metadata, "RPC")
    path = os.path.join(folder, f"{name}.tif")
    written = gdal.GetDriverByName("GTiff").CreateCopy(path, source, options=list(options))
    del written
    if beside:
        # Written afterwards, and read as a part of the raster: GDAL's auxiliary metadata are switched off otherwise.
        beside(name)
        gdal.SetConfigOption("GDAL_PAM_ENABLED", "YES")
    place_truth(name, path, width, height, **(told or {}))
    gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")


def place_truth(name, path, width, height, **told):
    read = gdal.Open(path)
    words = ["DST_SRS=" + system("EPSG:4326").ExportToWkt()]
    if read.GetMetadata("RPC") and not read.GetGCPCount() and not read.GetProjection():
        words += ["METHOD=RPC", "RPC_HEIGHT=" + read.GetMetadata("RPC")["HEIGHT_OFF"].split()[0]]
    places = []
    transformer = gdal.Transformer(read, None, words)
    for column, row in [(0.5, 0.5), (width - 0.5, 0.5), (0.5, height - 0.5), (width - 0.5, height - 0.5), (width / 2, height / 2), (width / 3, height / 4)]:
        # The way from the map to pixels is the one that is drawn; of fitted points the two ways differ.
        done, (x, y, _z) = transformer.TransformPoint(False, column, row)
        if not done or not math.isfinite(x) or not math.isfinite(y):
            continue
        done, (back_column, back_row, _z) = transformer.TransformPoint(True, x, y)
        if done and math.isfinite(back_column) and abs(y) < 89.99:
            places.append([x, y, back_column, back_row])
    tell(name, places=places, **told)


def around(text, longitude, latitude, step, width=30, height=20):
    """North-up numbers with the middle of the raster at this place."""
    x, y, _z = osr.CoordinateTransformation(system("EPSG:4326"), system(text)).TransformPoint(longitude, latitude)
    return [x - step * width / 2, step, 0, y + step * height / 2, 0, -step]


def placements():
    codes = {
        32631: (3, 45), 32760: (177, -17), 32701: (-179.5, -17), 4326: (10, 50), 3857: (10, 50), 26711: (-117, 34), 27700: (-1.5, 52.5),
        3035: (10, 52), 3413: (-40, 75), 3031: (30, -75), 4258: (10, 50), 4269: (-100, 40), 6933: (20, 10), 2157: (-8, 53.5),
        2154: (3, 46), 3995: (100, 80), 5070: (-96, 40), 3577: (134, -25), 28992: (5.4, 52.1), 31370: (4.4, 50.8), 21781: (7.5, 47),
        2056: (7.5, 47), 31467: (9, 50), 25832: (9, 52), 2193: (173, -41), 3067: (26, 62), 5514: (15, 50), 3006: (15, 60),
        23700: (19, 47), 3832: (170, 20), 3395: (20, 30), 54009: (20, 30), 2180: (19, 52), 5041: (20, 86), 5042: (20, -86), 3577: (134, -25),
        32161: (-66.4, 18.2), 2263: (-73.9, 40.7), 3347: (-95, 50), 3978: (-95, 60), 4283: (135, -25), 6668: (139, 36), 2451: (139.8, 36),
        4490: (110, 35), 4547: (114, 30), 3112: (134, -25), 5880: (-54, -12), 31983: (-45, -20), 22185: (-60, -35), 3116: (-74, 4.6), 2100: (24, 38),
        4674: (-54, -12), 28355: (147, -37), 7855: (147, -37), 3112: (134, -25), 3408: (10, 70), 3410: (20, 10), 3573: (-100, 70), 6931: (10, 70),
    }
    for code, (longitude, latitude) in codes.items():
        text = f"ESRI:{code}" if code == 54009 else f"EPSG:{code}"
        srs = system(text)
        step = 0.01 if srs.IsGeographic() else 30 / srs.GetLinearUnits()
        placed(f"place-{code}", text, around(text, longitude, latitude, step, 30, 20))
    own = {
        "tmerc": "+proj=tmerc +lat_0=10 +lon_0=12 +k=0.9996 +x_0=300000 +y_0=1000 +ellps=GRS80 +units=m",
        "utm": "+proj=utm +zone=33 +ellps=intl +towgs84=-87,-98,-121 +units=m",
        "merc": "+proj=merc +lon_0=5 +k=0.99 +x_0=10 +y_0=20 +datum=WGS84",
        "lcc2": "+proj=lcc +lat_0=46 +lon_0=12 +lat_1=44 +lat_2=49 +x_0=700000 +y_0=600000 +ellps=GRS80",
        "lcc1": "+proj=lcc +lat_1=46 +lat_0=46 +lon_0=12 +k_0=0.9998 +x_0=700000 +y_0=600000 +ellps=GRS80",
        "laea": "+proj=laea +lat_0=40 +lon_0=12 +datum=WGS84",
        "aea": "+proj=aea +lat_0=40 +lon_0=12 +lat_1=35 +lat_2=55 +datum=WGS84",
        "aeqd": "+proj=aeqd +lat_0=40 +lon_0=12 +datum=WGS84",
        "eqdc": "+proj=eqdc +lat_0=40 +lon_0=12 +lat_1=35 +lat_2=55 +datum=WGS84",
        "stere": "+proj=stere +lat_0=90 +lat_ts=70 +lon_0=12 +datum=WGS84",
        "sterea": "+proj=sterea +lat_0=46 +lon_0=12 +k=0.9999 +x_0=5 +y_0=6 +ellps=bessel +towgs84=500,100,400",
        "eqc": "+proj=eqc +lat_ts=30 +lon_0=12 +R=6371000",
        "cass": "+proj=cass +lat_0=45 +lon_0=12 +x_0=5 +y_0=6 +datum=WGS84",
        "gnom": "+proj=gnom +lat_0=45 +lon_0=12 +R=6371000",
        "mill": "+proj=mill +lon_0=12 +R=6371000",
        "ortho": "+proj=ortho +lat_0=40 +lon_0=12 +R=6371000",
        "poly": "+proj=poly +lat_0=40 +lon_0=12 +datum=WGS84",
        "robin": "+proj=robin +lon_0=12 +R=6371000",
        "sinu": "+proj=sinu +lon_0=0 +R=6371007.181",
        "vandg": "+proj=vandg +lon_0=12 +R=6371000",
        "cea": "+proj=cea +lat_ts=30 +lon_0=12 +datum=WGS84",
        "omerc": "+proj=omerc +lat_0=45 +lonc=12 +alpha=30 +gamma=30 +k=0.9998 +x_0=5 +y_0=6 +datum=WGS84",
        "feet": "+proj=tmerc +lat_0=40 +lon_0=12 +k=0.9999 +x_0=200000 +y_0=1000 +ellps=GRS80 +units=us-ft",
        "geographic": "+proj=longlat +ellps=bessel +towgs84=500,100,400",
        "paris": "+proj=longlat +ellps=clrk80 +pm=paris",
    }
    for name, text in own.items():
        step = 0.01 if "longlat" in text else 30
        placed(f"own-{name}", text, around(text, 12.1, 46.2, step))
    for name, (sweep, earth) in {"x": ("+sweep=x ", "+ellps=GRS80"), "y": ("", "+datum=WGS84")}.items():
        text = f"+proj=geos +lon_0=-75 +h=35786023 {sweep}{earth} +units=m"
        placed(f"own-geostationary-{name}", text, around(text, -70, 20, 2000))
        # The corners of the whole disc are not on the earth.
        placed(f"own-geostationary-disc-{name}", text, [-5.5e6, 11e6 / 30, 0, 5.5e6, 0, -11e6 / 20])
    utm = around("EPSG:32631", 3, 45, 30)
    x, y = utm[0], utm[3]
    for degrees in (10, 90, 215):
        c, s = math.cos(math.radians(degrees)) * 30, math.sin(math.radians(degrees)) * 30
        placed(f"rotated-{degrees}", "EPSG:32631", [x, c, s, y, s, -c])
    placed("rotated-degrees", "EPSG:4326", [10, 0.01, 0.004, 50, 0.004, -0.01])
    placed("sheared", "EPSG:3857", [1e6, 30, 12, 5e6, 0, -25])
    placed("south-up", "EPSG:32631", [x, 30, 0, y, 0, 30])
    placed("east-left", "EPSG:32631", [x, -30, 0, y, 0, -30])
    for code, transform in {32631: utm, 4326: [10, 0.01, 0, 50, 0, -0.01]}.items():
        source = system(f"EPSG:{code}")
        gdal.SetConfigOption("GTIFF_POINT_GEO_IGNORE", "NO")
        rows, columns = numpy.mgrid[0:20, 0:30]
        point = memory(gdal.GDT_Float32, [columns.astype(numpy.float32), rows.astype(numpy.float32)], 30, 20)
        point.SetProjection(source.ExportToWkt())
        point.SetGeoTransform(transform)
        point.SetMetadataItem("AREA_OR_POINT", "Point")
        path = os.path.join(folder, f"point-{code}.tif")
        del_me = gdal.GetDriverByName("GTiff").CreateCopy(path, point)
        del del_me
        place_truth(f"point-{code}", path, 30, 20)
    for west in (170, 175.5, 0, -190, 179.9):
        placed(f"seam-{west}", "EPSG:4326", [west, 1, 0, 40, 0, -2])
    placed("globe", "EPSG:4326", [-180, 12, 0, 90, 0, -9])
    placed("globe-360", "EPSG:4326", [0, 12, 0, 90, 0, -9])
    placed("globe-mercator", "EPSG:3857", [-20037508.34, 20037508.34 / 15, 0, 20037508.34, 0, -20037508.34 / 10])
    placed("pole-north", "EPSG:3413", [-2e6, 133333, 0, 2e6, 0, -2e5])
    placed("pole-south", "EPSG:3031", [-2e6, 133333, 0, 2e6, 0, -2e5])
    placed("pole-laea", "EPSG:6931", [-2e6, 133333, 0, 2e6, 0, -2e5])
    for count in (3, 4, 5, 8, 16):
        gcps = []
        for i in range(count):
            column, row = (i * 17) % 31, (i * i * 5 + i * 3) % 21
            gcps.append(gdal.GCP(10 + column * 0.01 + row * 0.002 + column * row * 2e-5, 50 - row * 0.01 + column * 0.001, 0, column, row))
        placed(f"gcps-{count}", "EPSG:4326", None, gcps=gcps, told={"rough": "control-points"})
    gcps = [gdal.GCP(x + c * 30 + r * 4, y - r * 30, 0, c, r) for c, r in ((0, 0), (30, 0), (0, 20), (30, 20), (15, 9))]
    placed("gcps-utm", "EPSG:32631", None, gcps=gcps, told={"rough": "control-points"})
    placed("rpc", None, None, metadata=rpc_pairs(10), told={"rough": "rational"})
    for name, words in {"nowhere": [], "nowhere-profile": ["PROFILE=BASELINE"]}.items():
        rows, columns = numpy.mgrid[0:20, 0:30]
        source = memory(gdal.GDT_Float32, [columns.astype(numpy.float32), rows.astype(numpy.float32)], 30, 20)
        gdal.GetDriverByName("GTiff").CreateCopy(os.path.join(folder, f"{name}.tif"), source, options=words)
        tell(name, unplaced="no-georeference")


def auxiliary(name, body):
    with open(os.path.join(folder, f"{name}.tif.aux.xml"), "w") as aside:
        aside.write(f"<PAMDataset>{body}</PAMDataset>")


def srs_element(text):
    return f'<SRS dataAxisToSRSAxisMapping="{"2,1" if system(text).IsGeographic() else "1,2"}">{escape(system(text).ExportToWkt())}</SRS>'


def transform_element(transform):
    return f"<GeoTransform>{', '.join(f'{each:.16e}' for each in transform)}</GeoTransform>"


def points_element(text):
    points = [(0, 0, 15, 50), (30, 0, 16, 50.1), (0, 20, 15, 49), (30, 20, 16.1, 49)]
    inner = "".join(f'<GCP Id="{n}" Pixel="{column}" Line="{row}" X="{x}" Y="{y}"/>' for n, (column, row, x, y) in enumerate(points))
    return f'<GCPList Projection={quoteattr(system(text).ExportToWkt())} dataAxisToSRSAxisMapping="2,1">{inner}</GCPList>'


def world_file(name, ending, transform):
    x, b, c, y, e, f = transform
    with open(os.path.join(folder, f"{name}{ending}"), "w") as aside:
        aside.write("\r\n".join(str(each) for each in (b, e, c, f, x + b / 2 + c / 2, y + e / 2 + f / 2)) + "\r\n")


def rpc_pairs(line):
    return {
        "LINE_OFF": str(line), "SAMP_OFF": "15", "LAT_OFF": "44.5", "LONG_OFF": "7.25", "HEIGHT_OFF": "250",
        "LINE_SCALE": "10", "SAMP_SCALE": "15", "LAT_SCALE": "0.05", "LONG_SCALE": "0.07", "HEIGHT_SCALE": "500",
        "LINE_NUM_COEFF": "0.001 0.02 -1.01 0.01 " + " ".join(["0.0002"] * 16),
        "LINE_DEN_COEFF": "1 0.0003 0.0004 " + " ".join(["0"] * 17),
        "SAMP_NUM_COEFF": "-0.002 1.02 0.03 0.01 " + " ".join(["0.0001"] * 16),
        "SAMP_DEN_COEFF": "1 0.0002 0.0001 " + " ".join(["0"] * 17),
    }


def rpc_element(line):
    return '<Metadata domain="RPC">' + "".join(f'<MDI key="{key}">{value}</MDI>' for key, value in rpc_pairs(line).items()) + "</Metadata>"


def rpc_text(name, line):
    with open(os.path.join(folder, f"{name}_RPC.TXT"), "w") as aside:
        for key, value in rpc_pairs(line).items():
            if "COEFF" in key:
                aside.writelines(f"{key}_{n + 1}: {each}\n" for n, each in enumerate(value.split()))
            else:
                aside.write(f"{key}: {value}{' pixels' if 'LINE' in key or 'SAMP' in key else ' degrees'}\n")


def rpb(name, line):
    def word(key):
        first, second, *_ = key.split("_")
        return first.lower() + {"OFF": "Offset", "SCALE": "Scale", "NUM": "NumCoef", "DEN": "DenCoef"}[second]

    with open(os.path.join(folder, f"{name}.RPB"), "w") as aside:
        aside.write('satId = "WV02";\nbandId = "P";\nSpecId = "RPC00B";\nBEGIN_GROUP = IMAGE\n\terrBias = 1.0;\n\terrRand = 0.5;\n')
        for key, value in rpc_pairs(line).items():
            if "COEFF" in key:
                aside.write(f"\t{word(key)} = (\n" + ",\n".join(f"\t\t\t{float(each)}" for each in value.split()) + ");\n")
            else:
                aside.write(f"\t{word(key)} = {value};\n")
        aside.write("END_GROUP = IMAGE\nEND;\n")


def files_beside():
    """Each raster has another place in itself than beside it, so that a wrong order is off by many pixels."""
    own = [500000, 10, 0, 5000000, 0, -10]
    second = [600000, 20, 4, 5100000, 3, -20]
    third = [700000, 30, 0, 5200000, 0, -30]
    degrees = [10, 0.1, 0, 50, 0, -0.1]
    points = [gdal.GCP(10, 50, 0, 0, 0), gdal.GCP(11, 50, 0, 30, 0), gdal.GCP(10, 49, 0, 0, 20), gdal.GCP(11, 49, 0, 30, 20)]
    zone, other = "EPSG:32632", "EPSG:32633"
    fitted, sensor = {"rough": "control-points"}, {"rough": "rational"}

    def beside(name, srs_text, transform, write_files, told=None, by=(), unused=(), **options):
        names = lambda patterns: [each.format(f"beside-{name}") for each in patterns]
        told = {**(told or {}), "placeFiles": names(by), "unusedFiles": names(unused)}
        placed(f"beside-{name}", srs_text, transform, told=told, beside=write_files, **options)

    aux = lambda *parts: lambda name: auxiliary(name, "".join(parts))
    world = lambda ending, transform: lambda name: world_file(name, ending, transform)
    all_of = lambda *writers: lambda name: [each(name) for each in writers]
    xml, tfw = "{}.tif.aux.xml", "{}.tfw"
    beside("aux", zone, own, aux(srs_element(other), transform_element(second)), by=[xml])
    beside("aux-transform", zone, own, aux(transform_element(second)), by=[xml])
    beside("aux-system", zone, own, aux(srs_element(other)), by=[xml])
    beside("aux-degrees", None, None, aux(srs_element("EPSG:4326"), transform_element(degrees)), by=[xml])
    beside("aux-own-system", None, None, aux(srs_element("+proj=laea +lat_0=47 +lon_0=9 +datum=WGS84"), transform_element([0, 10, 0, 0, 0, -10])), by=[xml])
    beside("world-after-own", zone, own, world(".tfw", second), unused=[tfw])
    beside("world", zone, None, world(".tfw", second), by=[tfw])
    beside("world-long", zone, None, all_of(world(".tifw", second), world(".wld", third)), by=["{}.tifw"])
    beside("world-wld", zone, None, world(".wld", third), by=["{}.wld"])
    beside("world-capitals", zone, None, world(".TFW", third), by=["{}.TFW"])
    beside("world-aux-system", None, None, all_of(world(".tfw", second), aux(srs_element(other))), by=[tfw, xml])
    beside("aux-before-world", None, None, all_of(world(".tfw", second), aux(srs_element(other), transform_element(third))), by=[xml], unused=[tfw])
    beside("world-before-points", "EPSG:4326", None, world(".tfw", degrees), by=[tfw], gcps=points)
    beside("aux-points", None, None, aux(points_element("EPSG:4326")), told=fitted, by=[xml])
    beside("aux-points-before-own", zone, own, aux(points_element("EPSG:4326")), told=fitted, by=[xml])
    beside("aux-points-before-points", "EPSG:4326", None, aux(points_element("EPSG:4326")), told=fitted, by=[xml], gcps=points)
    beside("aux-points-before-world", None, None, all_of(aux(points_element("EPSG:4326")), world(".tfw", degrees)), told=fitted, by=[xml], unused=[tfw])
    beside("rpc-text", None, None, lambda name: rpc_text(name, 11), told=sensor, by=["{}_RPC.TXT"])
    beside("rpb", None, None, lambda name: rpb(name, 12), told=sensor, by=["{}.RPB"])
    beside("rpb-before-text", None, None, lambda name: (rpb(name, 12), rpc_text(name, 3)), told=sensor, by=["{}.RPB"])
    beside("rpb-before-tag", None, None, lambda name: rpb(name, 3), told=sensor, by=["{}.RPB"], metadata=rpc_pairs(10))
    beside("rpc-text-before-tag", None, None, lambda name: rpc_text(name, 3), told=sensor, by=["{}_RPC.TXT"], metadata=rpc_pairs(10))
    beside("rpc-aux", None, None, aux(rpc_element(12)), told=sensor, by=[xml])
    beside("rpc-tag-before-aux", None, None, aux(rpc_element(3)), told=sensor, metadata=rpc_pairs(10))
    beside("rpc-text-before-aux", None, None, lambda name: (rpc_text(name, 12), auxiliary(name, rpc_element(3))), told=sensor, by=["{}_RPC.TXT"])
    beside("own-before-rpb", zone, own, lambda name: rpb(name, 3))


def complex_numbers():
    for name, kind in {"cint16": gdal.GDT_CInt16, "cint32": gdal.GDT_CInt32, "cfloat32": gdal.GDT_CFloat32, "cfloat64": gdal.GDT_CFloat64}.items():
        source = gdal.GetDriverByName("MEM").Create("", SIDE, SIDE, 1, kind)
        place(source)
        gdal.GetDriverByName("GTiff").CreateCopy(os.path.join(folder, f"{name}.tif"), source)
        listed.append({"name": name, "bands": 1, "refused": "complex"})
    for word in ("LZMA", "CCITTFAX4"):
        source = memory(gdal.GDT_Byte, [random.randint(0, 2, (SIDE, SIDE)).astype(numpy.uint8)])
        place(source)
        options = [f"COMPRESS={word}"] + (["NBITS=1"] if word.startswith("CCITT") else [])
        gdal.GetDriverByName("GTiff").CreateCopy(os.path.join(folder, f"{word.lower()}.tif"), source, options=options)
        listed.append({"name": word.lower(), "bands": 1, "refused": "compression"})


samples()
odd_bits()
missing()
lossy()
palettes()
placements()
files_beside()
complex_numbers()
with open(os.path.join(folder, "matrix.json"), "w") as out:
    json.dump({"side": SIDE, "files": listed}, out)
