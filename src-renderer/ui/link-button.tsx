import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Pick<AnchorProps, 'fz' | 'c' | 'className'> {
  onClick: () => void;
  children: ReactNode;
}

/** A text that leads to something of the application: a button, and underlined, as colour alone tells nobody. */
export function LinkButton({ fz = 'inherit', c = 'var(--nadir-accent)', ...rest }: LinkButtonProps) {
  return <Anchor component="button" type="button" ta="left" underline="always" fz={fz} c={c} {...rest} />;
}
