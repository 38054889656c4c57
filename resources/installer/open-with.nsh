; Offers Nadir in "Open with" for files that other programs open as well, and leaves their choice alone.
; The key is that of one user or of all, as the installer was told.
!define OPENED "Nadir.opened"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPENED}" "" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPENED}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPENED}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.tif\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.tiff\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.geojson\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.kml\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.kmz\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.gpx\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.gpkg\OpenWithProgids" "${OPENED}" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.zip\OpenWithProgids" "${OPENED}" ""
  System::Call "shell32::SHChangeNotify(i,i,i,i) (0x08000000, 0x1000, 0, 0)"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.tif\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.tiff\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.geojson\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.kml\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.kmz\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.gpx\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.gpkg\OpenWithProgids" "${OPENED}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.zip\OpenWithProgids" "${OPENED}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${OPENED}"
!macroend
