import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Pick<AnchorProps, 'fz' | 'c' | 'className'> {
  onClick: () => void;
  children: ReactNode;
}

/**
 * A text link to something inside the application. It is a button, and it is underlined because colour alone
 * is not enough to recognise it.
 */
export function LinkButton({ fz = 'inherit', c = 'var(--nadir-accent)', ...rest }: LinkButtonProps) {
  return <Anchor component="button" type="button" ta="left" underline="always" fz={fz} c={c} {...rest} />;
}
