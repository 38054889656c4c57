import { useComputedColorScheme } from '@mantine/core';
import type { TimelineKind } from '../../../../src-preload/contract/timeline.ts';
import { type ContractColour, contractColours } from '../../../map/contract-colours.ts';
import { kindColours, kindShapes } from '../../../map/kind-style.ts';

/** The mark of a kind, as on the map. */
export function KindMark({ kind, colour }: { kind: TimelineKind; colour?: string | undefined }) {
  const { path, hollow } = kindShapes[kind];
  const shown = colour ?? kindColours[kind];
  return (
    <svg width={12} height={12} viewBox="-6.5 -6.5 13 13" aria-hidden style={{ flex: 'none' }}>
      <path
        d={path}
        fill={hollow ? 'none' : shown}
        stroke={hollow ? shown : 'none'}
        strokeWidth={2}
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Returns a function that returns a contract's colour in the current theme. */
export function useContractTone(): (colour: ContractColour) => string {
  const scheme = useComputedColorScheme('dark');
  return (colour) => {
    const found = contractColours.find(({ name }) => name === colour) ?? contractColours[0];
    return scheme === 'dark' ? found.dark : found.light;
  };
}

/** A swatch in the colour of a contract. */
export function Swatch({ tone }: { tone: string }) {
  return (
    <span
      aria-hidden
      style={{
        width: 10,
        height: 10,
        borderRadius: 3,
        background: tone,
        flex: 'none',
        display: 'inline-block',
      }}
    />
  );
}
