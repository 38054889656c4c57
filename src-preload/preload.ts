import { ipcRenderer } from 'electron';

// All that crosses is one port, asked for by the page itself; no function and no part of Electron is handed over.
window.addEventListener('message', (event) => {
  if (event.source !== window || event.data !== 'nadir:ready') return;
  ipcRenderer.postMessage('nadir:ready', null);
});

ipcRenderer.on('nadir:port', (event) => {
  window.postMessage('nadir:port', window.location.origin, event.ports);
});
