import type { CrowdRow } from './crowd-data.ts';

declare global {
  interface Window {
    showPlainTable?: (rows: CrowdRow[]) => void;
  }
}

/** Runs in the page: a table of all rows, with a head that sorts and a field that filters. It must not refer to anything outside. */
export function installPlainTable() {
  window.showPlainTable = (rows) => {
    const columns = ['name', 'taskId', 'project', 'status', 'client', 'start', 'end'] as const;
    document.body.innerHTML = `<style>
      body { margin: 0; font: 13px sans-serif; } #pane { height: 100vh; overflow: auto; }
      td, th { padding: 4px 8px; white-space: nowrap; text-align: left; border-bottom: 1px solid #ccc; }
      </style><input id="filter"><div id="pane"><table><thead><tr></tr></thead><tbody></tbody></table></div>`;
    const head = document.querySelector('thead tr');
    const body = document.querySelector('tbody');
    if (!head || !body) return;
    const lines = rows.map((row) => {
      const line = document.createElement('tr');
      for (const column of columns) line.insertCell().textContent = String(row[column]);
      return { row, line };
    });
    for (const column of columns) {
      const cell = document.createElement('th');
      cell.textContent = column;
      cell.addEventListener('click', () => {
        lines.sort((one, other) => String(one.row[column]).localeCompare(String(other.row[column])));
        body.append(...lines.map(({ line }) => line));
      });
      head.append(cell);
    }
    document.querySelector('input')?.addEventListener('input', (event) => {
      const text = event.target instanceof HTMLInputElement ? event.target.value : '';
      for (const { row, line } of lines)
        line.hidden = !columns.some((column) => String(row[column]).toLowerCase().includes(text));
    });
    body.append(...lines.map(({ line }) => line));
  };
}
