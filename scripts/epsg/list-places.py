"""/usr/bin/python3 scripts/epsg/list-places.py [PART PARTS | CODE,CODE,…] > places.jsonl

By hand, and for tests of the coordinate systems: writes one line of JSON for each projected and geographic EPSG system of PROJ's
database (Debian's python3-gdal), for every system, for a part of them, or for some: its name, its area of use, its definition as
ESRI WKT, OGC WKT and WKT 2, and places inside its area, each as x and y in the system (east or longitude first) and as longitude and
latitude on WGS 84. The places are PROJ's own answers, so that they can be the referee of Nadir's: with those of `places` the table of
Nadir is measured, with those of `checks` it is tried.
"""
import json
import math
import sqlite3
import sys

from osgeo import gdal, osr

gdal.UseExceptions()
osr.UseExceptions()

DATABASE = "/usr/share/proj/proj.db"
SYSTEMS = """
select code, name, deprecated from projected_crs where auth_name = 'EPSG'
union select code, name, deprecated from geodetic_crs where auth_name = 'EPSG' and type like 'geographic%'
"""
STEPS = (0.02, 0.25, 0.5, 0.75, 0.98)
FRACTIONS = [(i, j) for i in STEPS for j in STEPS]
FRACTIONS += [(0.4, 0.55), (0.15, 0.35), (0.85, 0.4), (0.35, 0.85), (0.65, 0.15)]
CHECKS = ((0.45, 0.45), (0.1, 0.6), (0.9, 0.35), (0.6, 0.9), (0.3, 0.12))
chosen = [int(word) for word in sys.argv[1].split(",")] if len(sys.argv) == 2 else None
part, parts = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (0, 1)
# A deprecated code stands for what it always was: GDAL would put another system, or half of another, in its place.
gdal.SetConfigOption("OSR_USE_NON_DEPRECATED", "NO")


def system(code):
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(code)
    srs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return srs


def texts(srs):
    found = {}
    for name, form in (("esri", "WKT1_ESRI"), ("ogc", "WKT1_GDAL"), ("wkt2", "WKT2_2018")):
        try:
            found[name] = srs.ExportToWkt([f"FORMAT={form}", "MULTILINE=NO"])
        except Exception:  # Not every method has a name in the older forms.
            found[name] = None
    return found


def listed_systems():
    rows = sqlite3.connect(DATABASE).execute(SYSTEMS).fetchall()
    systems = sorted((int(code), name, deprecated) for code, name, deprecated in rows)
    if chosen is not None:
        return [row for row in systems if row[0] in chosen]
    return systems[part::parts]


def places_at(transformation, area, fractions):
    """Places at these shares of the width and the height of an area, without those that PROJ cannot transform."""
    west, east = area.west_lon_degree, area.east_lon_degree
    south, north = max(-89.5, area.south_lat_degree), min(89.5, area.north_lat_degree)
    east += 360 if east < west else 0
    spots = [(west + (east - west) * i, south + (north - south) * j) for i, j in fractions]
    spots = [(x - 360 if x > 180 else x, y) for x, y in spots]
    found = []
    for spot in spots:
        try:
            x, y, _ = transformation.TransformPoint(*spot, 0)
        except Exception:
            continue
        if math.isfinite(x) and math.isfinite(y):
            found.append([x, y, *spot])
    return found


WGS84 = system(4326)
for code, name, deprecated in listed_systems():
    line = {"code": code, "name": name, "deprecated": bool(deprecated), "area": None, "places": [], "checks": []}
    try:
        srs = system(code)
        line |= texts(srs)
        area = srs.GetAreaOfUse()
        south, north = max(-89.5, area.south_lat_degree), min(89.5, area.north_lat_degree)
        line["area"] = [area.west_lon_degree, south, area.east_lon_degree, north]
        transformation = osr.CoordinateTransformation(WGS84, srs)
        line["places"] = places_at(transformation, area, FRACTIONS)
        line["checks"] = places_at(transformation, area, CHECKS)
    except Exception as error:  # Systems that PROJ itself cannot transform.
        line["error"] = str(error)
    print(json.dumps(line), flush=True)
