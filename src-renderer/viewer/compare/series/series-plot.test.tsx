import { expect, it } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { SeriesPlot } from './series-plot.tsx';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

it('draws a value of a period as a bar over it, not as a point in time', async () => {
  const points = [
    { from: at('2025-01-01'), until: at('2025-01-01'), value: 0.2, label: 'a' },
    { from: at('2025-03-01'), until: at('2025-04-01'), value: 0.4, label: 'Mar 2025: 0.4' },
    // Narrower than a disc if it were drawn to scale.
    { from: at('2025-12-31'), until: at('2026-01-01') - 1, value: 0.3, label: 'Dec 31, 2025: 0.3' },
  ];
  const { container } = await showPage(<SeriesPlot points={points} name="NDVI" />);
  expect(container.querySelectorAll('circle')).toHaveLength(1);
  const widths = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width')));
  expect(widths).toHaveLength(2);
  expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
  expect(widths[1]).toBeGreaterThan(6.4);
  expect(container.querySelector('rect title')?.textContent).toBe('Mar 2025: 0.4');
});
