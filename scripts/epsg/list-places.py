"""/usr/bin/python3 scripts/epsg/list-places.py > places.jsonl

By hand, not by tests: writes one line of JSON for each projected and geographic EPSG system of PROJ's database (Debian's
python3-gdal): its name, the name that ESRI gives it, its area of use, its definition as ESRI WKT, OGC WKT and WKT 2, and five places
inside its area, each as x and y in the system (east or longitude first) and as longitude and latitude on WGS 84. The places are
PROJ's own answers, so that they can be the referee of Nadir's.
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
FRACTIONS = ((0.5, 0.5), (0.25, 0.3), (0.75, 0.3), (0.3, 0.75), (0.7, 0.7))
part, parts = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (0, 1)


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


WGS84 = system(4326)
listed = sorted(sqlite3.connect(DATABASE).execute(SYSTEMS).fetchall(), key=lambda row: int(row[0]))
for code, name, deprecated in listed[part::parts]:
    line = {"code": int(code), "name": name, "deprecated": bool(deprecated), "area": None, "places": []}
    try:
        srs = system(int(code))
        line |= texts(srs)
        area = srs.GetAreaOfUse()
        west, east = area.west_lon_degree, area.east_lon_degree
        south, north = max(-89.5, area.south_lat_degree), min(89.5, area.north_lat_degree)
        line["area"] = [west, south, east, north]
        east += 360 if east < west else 0
        spots = [(west + (east - west) * i, south + (north - south) * j) for i, j in FRACTIONS]
        spots = [(x - 360 if x > 180 else x, y) for x, y in spots]
        answers = osr.CoordinateTransformation(WGS84, srs).TransformPoints([(x, y, 0) for x, y in spots])
        line["places"] = [
            [x, y, *spot]
            for (x, y, _), spot in zip(answers, spots)
            if math.isfinite(x) and math.isfinite(y)
        ]
    except Exception as error:  # Systems that PROJ itself cannot transform.
        line["error"] = str(error)
    print(json.dumps(line), flush=True)
