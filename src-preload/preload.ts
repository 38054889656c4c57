import { contextBridge, ipcRenderer, webUtils } from 'electron';

// The page is given one port, which it requests itself, and one function, which says where a file is that the user has dropped or
// opened: a file that a script has made has no place. No part of Electron is exposed.
contextBridge.exposeInMainWorld('nadirFiles', { pathOf: (file: File) => webUtils.getPathForFile(file) });

window.addEventListener('message', (event) => {
  if (event.source !== window || event.data !== 'nadir:ready') return;
  ipcRenderer.postMessage('nadir:ready', null);
});

ipcRenderer.on('nadir:port', (event) => {
  window.postMessage('nadir:port', window.location.origin, event.ports);
});
