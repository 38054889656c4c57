"""Reads all samples of a raster with two threads and prints the seconds and the processor seconds that it took: read-by-gdal.py PATH."""

import sys
import time

from osgeo import gdal

gdal.UseExceptions()
gdal.SetCacheMax(64 << 20)
began, used = time.perf_counter(), time.process_time()
raster = gdal.OpenEx(sys.argv[1], open_options=["NUM_THREADS=2"])
width = raster.RasterXSize
for top in range(0, raster.RasterYSize, 512):
    rows = min(512, raster.RasterYSize - top)
    raster.ReadRaster(0, top, width, rows, buf_pixel_space=8, buf_line_space=8 * width, buf_band_space=2)
print(time.perf_counter() - began, time.process_time() - used)
