"""Writes a raster of four 16-bit bands with some noise, as the service delivers: write-raster.py PATH SIDE [STRIP_ROWS]."""

import sys

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
path, side = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(7)
options = ["INTERLEAVE=PIXEL", "BIGTIFF=YES", "TILED=YES", "BLOCKXSIZE=512", "BLOCKYSIZE=512"]
raster = gdal.GetDriverByName("GTiff").Create(path, side, side, 4, gdal.GDT_UInt16, options)
system = osr.SpatialReference()
system.ImportFromEPSG(32629)
raster.SetProjection(system.ExportToWkt())
raster.SetGeoTransform([480_000, 1, 0, 4_290_000, 0, -1])
x = np.arange(side)
for top in range(0, side, 512):
    y = np.arange(top, min(top + 512, side))[:, None]
    land = 900 + 500 * np.sin(x / 700) * np.cos(y / 900) + 250 * np.sin(x / 61) * np.sin(y / 47)
    land += 60 * np.sin(x / 7) * np.cos(y / 9)
    for band in range(4):
        values = land * (0.6 + 0.2 * band) + rng.normal(0, 12, land.shape)
        raster.GetRasterBand(band + 1).WriteArray(np.clip(values, 1, 65_535).astype(np.uint16), 0, top)
