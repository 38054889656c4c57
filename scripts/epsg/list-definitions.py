"""/usr/bin/python3 scripts/epsg/list-definitions.py [PART PARTS] > definitions.json

By hand, not by tests: writes the definition of every EPSG system of the plane, or of a part of them, as proj4 reads them, from the
database of PROJ (Debian's python3-gdal). Where PROJ shifts a datum by a grid or by several steps, three or seven parameters
are fitted to its own answers within the area of use. A definition that is more than 10 metres off begins with `~`.
`write-table.mjs` makes the table of Nadir from this list.
"""
import json
import math
import sqlite3
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
osr.UseExceptions()
# A deprecated code stands for what it always was: GDAL would put another system, or half of another, in its place.
gdal.SetConfigOption("OSR_USE_NON_DEPRECATED", "NO")

DATABASE = "/usr/share/proj/proj.db"
CODES = """
select code from projected_crs where auth_name = 'EPSG'
union select code from geodetic_crs where auth_name = 'EPSG' and type like 'geographic%'
"""
part, parts = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (0, 1)
ARC_SECOND = math.pi / 180 / 3600
GRID = 7
EXACT_METRES = 10
LARGEST_ERROR_METRES = 1000
MERIDIANS = {
    "lisbon": -9.131906111111,
    "paris": 2.337229166667,
    "bogota": -74.080916666667,
    "madrid": -3.687938888889,
    "rome": 12.452333333333,
    "bern": 7.439583333333,
    "jakarta": 106.807719444444,
    "ferro": -17.666666666667,
    "brussels": 4.367975,
    "stockholm": 18.058277777778,
    "athens": 23.7163375,
    "oslo": 10.722916666667,
}


def system(code):
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(code)
    srs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return srs


WGS84 = system(4326)


def geocentric(points, a, b):
    e2 = 1 - b * b / (a * a)
    longitude, latitude = numpy.radians(points[:, 0]), numpy.radians(points[:, 1])
    n = a / numpy.sqrt(1 - e2 * numpy.sin(latitude) ** 2)
    return numpy.stack(
        [
            n * numpy.cos(latitude) * numpy.cos(longitude),
            n * numpy.cos(latitude) * numpy.sin(longitude),
            n * (1 - e2) * numpy.sin(latitude),
        ],
        axis=1,
    )


def across(points, shift):
    """The parts of shifts along the ground: heights do not matter here."""
    longitude, latitude = numpy.radians(points[:, 0]), numpy.radians(points[:, 1])
    east = numpy.stack([-numpy.sin(longitude), numpy.cos(longitude), 0 * longitude], axis=1)
    north = numpy.stack(
        [
            -numpy.sin(latitude) * numpy.cos(longitude),
            -numpy.sin(latitude) * numpy.sin(longitude),
            numpy.cos(latitude),
        ],
        axis=1,
    )
    return numpy.sum(east * shift, axis=1), numpy.sum(north * shift, axis=1)


def fit(local, shifted, a, b):
    """The parameters of `+towgs84`, and how far off they are at worst, in metres."""
    source = geocentric(local, a, b)
    target = geocentric(shifted, 6378137.0, 6356752.314245179)
    best = None
    for count in (3, 7):
        x, y, z = source.T
        zero, one = 0 * x, 0 * x + 1
        columns = [
            numpy.stack([one, zero, zero], axis=1),
            numpy.stack([zero, one, zero], axis=1),
            numpy.stack([zero, zero, one], axis=1),
        ]
        if count == 7:
            columns += [
                numpy.stack([zero, -z, y], axis=1) * ARC_SECOND,
                numpy.stack([z, zero, -x], axis=1) * ARC_SECOND,
                numpy.stack([-y, x, zero], axis=1) * ARC_SECOND,
                numpy.stack([x, y, z], axis=1) * 1e-6,
            ]
        matrix = numpy.stack([column.ravel() for column in columns], axis=1)
        answer = numpy.linalg.lstsq(matrix, (target - source).ravel(), rcond=1e-12)[0]
        answer = numpy.array([round(value, 4 if i < 3 else 6) for i, value in enumerate(answer)])
        rest = (target - source) - (matrix @ answer).reshape(-1, 3)
        error = float(numpy.max(numpy.hypot(*across(local, rest))))
        if best is None or error < best[1] - 0.5:
            best = (answer, error)
        if error < 0.5:
            break
    return best


def transformed(transformation, place):
    """A place that PROJ cannot transform, which with these bindings is an exception for the whole list."""
    try:
        return transformation.TransformPoint(*place)[:2]
    except Exception:
        return (math.nan, math.nan)


# PROJ leaves out the turn of this cone, which the dataset of EPSG describes: programs differ by 750 metres.
DISPUTED = {31300}


def definition(code):
    if code in DISPUTED:
        return None
    srs = system(code)
    if not (srs.IsProjected() or srs.IsGeographic()) or srs.IsLocal():
        return None
    area = srs.GetAreaOfUse()
    text = srs.ExportToProj4()
    if not area or not text or "+proj=geocent" in text:
        return None
    # proj4js reads no axes without being told to: the same system counted to the west and the south is one of a negative scale.
    if "+axis=wsu" in text and "+proj=tmerc" in text:
        text = text.replace(" +axis=wsu", "").replace("+k=", "+k=-")
    if "+axis" in text:
        return None
    west, east = area.west_lon_degree, area.east_lon_degree
    east += 360 if east < west else 0
    south, north = max(-89.5, area.south_lat_degree), min(89.5, area.north_lat_degree)
    places = [
        (west + (east - west) * (i + 0.5) / GRID, south + (north - south) * (j + 0.5) / GRID, 0)
        for i in range(GRID)
        for j in range(GRID)
    ]
    # Beyond 180 degrees PROJ would find no shift for a place and take its degrees as they are.
    places = [(x - 360 if x > 180 else x, y, z) for x, y, z in places]
    base = srs.CloneGeogCS()
    base.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    to_base = osr.CoordinateTransformation(WGS84, base)
    degrees = base.GetAngularUnits() / (math.pi / 180)
    local = numpy.array([transformed(to_base, place) for place in places]) * degrees
    shifted = numpy.array([place[:2] for place in places])
    known = numpy.isfinite(local).all(axis=1)
    local, shifted = local[known], shifted[known]
    if len(local) == 0:
        return None
    is_grads = srs.IsGeographic() and abs(degrees - 0.9) < 1e-9
    if srs.IsGeographic() and not is_grads and abs(degrees - 1) > 1e-9:
        return None
    a, b = srs.GetSemiMajor(), srs.GetSemiMinor()
    words = [
        word
        for word in text.split()
        if not word.startswith(("+datum", "+towgs84", "+nadgrids", "+no_defs", "+type", "+ellps", "+a=", "+b=", "+rf=", "+R="))
        and word not in ("+units=m", "+k=1", "+k_0=1", "+wktext")
    ]
    # No word of proj4js: readers of the table multiply by 0.9.
    words += ["+units=grad"] if is_grads else []
    if "+nadgrids=@null" in text:
        return " ".join([*words, f"+a={a:.10g}", f"+b={a:.10g}", "+nadgrids=@null"])
    name = next((word[4:] for word in words if word.startswith("+pm=")), "0")
    local = local + numpy.array([MERIDIANS[name] if name in MERIDIANS else float(name), 0])
    is_same = numpy.max(numpy.abs(local - shifted)) < 5e-7
    flattening = srs.GetInvFlattening()
    # proj4js computes some projections from `rf` alone.
    second = f"+rf={flattening:.12g}" if flattening else f"+b={b:.12g}"
    if is_same and (flattening == 0 or abs(a - 6378137.0) > 10):
        # PROJ knows no shift and takes the degrees as they are: on a sphere they are meant so, on an old ellipsoid nobody knows.
        return " ".join([*words, f"+a={a:.10g}", second])
    parameters, error = (numpy.zeros(3), 0) if is_same else fit(local, shifted, a, b)
    if error > LARGEST_ERROR_METRES:
        return None
    ellipsoids = {(6378137.0, 298.257223563): "+datum=WGS84", (6378137.0, 298.257222101): "+ellps=GRS80"}
    ellipsoid = ellipsoids.get((a, flattening), f"+a={a:.10g} {second}")
    if numpy.max(numpy.abs(parameters)) < 0.05:
        shift = [] if ellipsoid == "+datum=WGS84" else ["+towgs84=0,0,0"]
    else:
        ellipsoid = ellipsoid.replace("+datum=WGS84", "+ellps=WGS84")
        shift = ["+towgs84=" + ",".join(f"{value:.10g}" for value in parameters)]
    mark = "~" if error > EXACT_METRES else ""
    return mark + " ".join([*words, ellipsoid, *shift])


# PROJ's bindings refuse to transform these without a date; in the last decades they are within decimetres of WGS 84.
FRAMES = (8995, 8996, 8997, 8998, 9000)

found = {code: "+proj=longlat +ellps=GRS80 +towgs84=0,0,0" for code in FRAMES}
listed = sorted(int(code) for (code,) in sqlite3.connect(DATABASE).execute(CODES))
for code in listed[part::parts]:
    try:
        text = definition(code)
    except Exception:  # Codes that do not exist, and systems that PROJ itself cannot transform.
        continue
    if text:
        found[code] = text
sys.stdout.write("{\n" + ",\n".join(f'"{code}":{json.dumps(text)}' for code, text in found.items()) + "\n}\n")
