import { ipcRenderer } from 'electron';

// The only thing passed to the page is one port, which the page requests itself; no function and no part of Electron
// is exposed.
window.addEventListener('message', (event) => {
  if (event.source !== window || event.data !== 'nadir:ready') return;
  ipcRenderer.postMessage('nadir:ready', null);
});

ipcRenderer.on('nadir:port', (event) => {
  window.postMessage('nadir:port', window.location.origin, event.ports);
});
