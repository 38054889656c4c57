#!/usr/bin/python3
"""Compares layer files of Nadir, as QGIS draws them, with the colours that Nadir draws.

Needs QGIS' own Python; on Debian: apt-get install -y --no-install-recommends python3-qgis (about a minute).
Standard input: a list of {"layer": path of a .qlr, "pixels": path of raw RGBA of the raster's own pixels,
"widthPx": …, "heightPx": …} as JSON. Standard output: for each of them the largest and the mean difference of a
channel as a share of its range, the share of those beyond 2 %, and the share of pixels that only one of both draws. It is used by
src-renderer/viewer/takeaway/qgis-truth.test.ts; for a layer of your own:
  echo '[{"layer": "a.qlr", "pixels": "a.rgba", "widthPx": 300, "heightPx": 300}]' | /usr/bin/python3 scripts/check-qlr.py
"""

import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import QgsApplication, QgsLayerDefinition  # noqa: E402


def compare(job):
    layers = QgsLayerDefinition.loadLayerDefinitionLayers(job["layer"])
    if len(layers) != 1 or not layers[0].isValid():
        return {"problem": layers[0].error().message() if layers else "no layer"}
    layer = layers[0]
    width, height = job["widthPx"], job["heightPx"]
    if (layer.width(), layer.height()) != (width, height):
        return {"problem": f"{layer.width()} x {layer.height()} pixels"}
    if not layer.crs().isValid():
        return {"problem": "no coordinate system"}
    # The last step of the pipe before resampling and projecting: colours of the raster's own pixels.
    source = layer.brightnessFilter()
    block = source.block(1, layer.extent(), width, height)
    with open(job["pixels"], "rb") as file:
        due = file.read()
    largest, total, counted, beyond, alone = 0, 0, 0, 0, 0
    for row in range(height):
        for column in range(width):
            colour = block.color(row, column)
            at = 4 * (row * width + column)
            if (colour >> 24 > 127) != (due[at + 3] > 127):
                alone += 1
                continue
            if due[at + 3] <= 127:
                continue
            seen = ((colour >> 16) & 255, (colour >> 8) & 255, colour & 255)
            for channel in range(3):
                off = abs(seen[channel] - due[at + channel])
                largest = max(largest, off)
                total += off
                beyond += off > 0.02 * 255
                counted += 1
    return {
        "crs": layer.crs().authid(),
        "renderer": layer.renderer().type(),
        "largest": largest / 255,
        "mean": total / max(1, counted) / 255,
        "beyond": beyond / max(1, counted),
        "drawn": counted / 3 / (width * height),
        "alone": alone / (width * height),
    }


app = QgsApplication([], False)
app.initQgis()
print(json.dumps([compare(job) for job in json.load(sys.stdin)]), flush=True)
# QGIS may crash when Python takes its objects apart at the end.
os._exit(0)
