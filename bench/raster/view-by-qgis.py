"""Draws one view of a raster with QGIS, first cold and then warm, and prints both times in seconds, then the processor
time of both.

view-by-qgis.py RASTER PICTURE WEST SOUTH EAST NORTH (EPSG:3857); the view has 1280 x 800 pixels.
"""

import os
import sys
import time

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsContrastEnhancement,
    QgsCoordinateReferenceSystem,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsMultiBandColorRenderer,
    QgsRasterLayer,
    QgsRectangle,
)
from qgis.PyQt.QtCore import QEventLoop, QSize  # noqa: E402

path, picture = sys.argv[1:3]
box = QgsRectangle(*(float(word) for word in sys.argv[3:7]))
program = QgsApplication([], False)
program.initQgis()


def stretched(layer, band):
    enhancement = QgsContrastEnhancement(layer.dataProvider().dataType(band))
    enhancement.setContrastEnhancementAlgorithm(QgsContrastEnhancement.StretchToMinimumMaximum)
    enhancement.setMinimumValue(200)
    enhancement.setMaximumValue(2_000)
    return enhancement


def draw(layer):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setOutputSize(QSize(1_280, 800))
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
    settings.setExtent(box)
    job = QgsMapRendererParallelJob(settings)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    loop.exec_()
    return job.renderedImage()


began, used = time.perf_counter(), time.process_time()
layer = QgsRasterLayer(path, "raster")
renderer = QgsMultiBandColorRenderer(layer.dataProvider(), 3, 2, 1)
renderer.setRedContrastEnhancement(stretched(layer, 3))
renderer.setGreenContrastEnhancement(stretched(layer, 2))
renderer.setBlueContrastEnhancement(stretched(layer, 1))
layer.setRenderer(renderer)
draw(layer).save(picture)
cold, cold_used = time.perf_counter() - began, time.process_time() - used
began, used = time.perf_counter(), time.process_time()
draw(layer)
print(cold, time.perf_counter() - began, cold_used, time.process_time() - used)
sys.stdout.flush()
os._exit(0)
