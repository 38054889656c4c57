import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { NoonSunLine } from './noon-sun-line.tsx';
import { SunFacts } from './sun-facts.tsx';

const line = () => screen.getByTestId('noon-sun').textContent;

it('shows the elevation of the sun at the noons of a window, and any polar night', async () => {
  const vienna = { place: [16.37, 48.2] as const, start: '2026-11-01T00:00Z', end: '2026-12-21T00:00Z' };
  const { redraw } = await showPage(<NoonSunLine {...vienna} />);
  expect(line()).toBe('Sun elevation at local noon: 18° to 27°.');
  redraw(<NoonSunLine {...vienna} end="2026-11-01T02:00Z" />);
  expect(line()).toBe('Sun elevation at local noon: 27°.');
  redraw(<NoonSunLine {...vienna} place={[18.95, 69.65]} end="2027-03-01T00:00Z" />);
  expect(line()).toContain('Polar night from Nov 28, 2026 to Jan 14, 2027: the sun does not rise.');
});

it('shows nothing while the place or a time is missing', async () => {
  const whole = { place: [16.37, 48.2] as const, start: '2026-11-01T00:00Z', end: '2026-12-21T00:00Z' };
  const { redraw } = await showPage(<NoonSunLine {...whole} place={null} />);
  for (const lacking of [{ place: null }, { start: '' }, { end: 'soon' }, { end: '2026-10-01T00:00Z' }]) {
    redraw(<NoonSunLine {...whole} {...lacking} />);
    expect(screen.queryByTestId('noon-sun')).toBeNull();
  }
});

it('shows elevation, azimuth and solar time, and whether the sun is below the horizon', async () => {
  const { redraw, container } = await showPage(
    <SunFacts place={[-105.1786, 39.742476]} at="2003-10-17T19:30:30Z" />,
  );
  const said = () => container.querySelector('span')?.textContent;
  expect(said()).toBe('39.9° above the horizon, azimuth 194°, 12:44 local solar time');
  redraw(<SunFacts place={[-105.1786, 39.742476]} at={Date.parse('2003-10-18T07:00:00Z')} />);
  expect(said()).toMatch(/^\d+\.\d° below the horizon, 00:1\d local solar time$/);
  redraw(<SunFacts place={[0, 0]} at="soon" />);
  expect(said()).toBeUndefined();
});
