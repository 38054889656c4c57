import { Notification } from 'electron';

interface DesktopNotice {
  title: string;
  body: string;
}

/** A notice of which nothing is heard for so long was shown by nobody: a Linux desktop may take notices and have no service for them. */
const unheardMs = 3_000;
/** Older ones are forgotten; most systems do not show that many. */
const mostHeld = 20;

/**
 * Creates what shows notices on the desktop. `onClick` is called when the user clicks one, and `onLost` with one that the system does
 * not show: it has no service for notices, the user has switched them off, or the program is not signed.
 */
export function createDesktopNotices({
  onClick,
  onLost,
}: {
  onClick: () => void;
  onLost: (notice: DesktopNotice) => void;
}) {
  // An object that nobody holds is collected, and its events with it.
  const held = new Set<Notification>();

  function hold(notification: Notification) {
    held.add(notification);
    const [oldest] = held;
    if (held.size > mostHeld && oldest !== undefined) held.delete(oldest);
  }

  return {
    show(notice: DesktopNotice): void {
      if (!Notification.isSupported()) {
        onLost(notice);
        return;
      }
      const notification = new Notification(notice);
      hold(notification);
      const lose = () => {
        clearTimeout(timer);
        held.delete(notification);
        onLost(notice);
      };
      const timer = setTimeout(lose, unheardMs);
      timer.unref();
      notification.once('show', () => clearTimeout(timer));
      notification.once('failed', lose);
      notification.once('close', () => held.delete(notification));
      notification.once('click', () => {
        held.delete(notification);
        onClick();
      });
      notification.show();
    },
  };
}
