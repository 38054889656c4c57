import { Menu, VisuallyHidden } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface PointOfWindow {
  x: number;
  y: number;
}

interface AnchorProps {
  at: PointOfWindow;
  label: string;
  id?: string;
  ref?: Ref<HTMLSpanElement>;
}

/**
 * The target of the menu. It is a point and not a control, so it only takes the id by which it names the menu, and none of the
 * other attributes that Mantine gives to a button.
 */
function Anchor({ at, label, id, ref }: AnchorProps) {
  return (
    <span ref={ref} id={id} style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

interface PointMenuProps {
  /** In pixels of the window. */
  at: PointOfWindow;
  label: string;
  width: number;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** An open menu at a point of the window, with the name `label`. */
export function PointMenu({ at, label, width, className, onClose, children }: PointMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={width} withinPortal>
      <Menu.Target>
        <Anchor at={at} label={label} />
      </Menu.Target>
      <Menu.Dropdown className={className} aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
