/**
 * What keeps a tall dropdown of a Mantine popover inside a small window: it takes the side with more room, and no more
 * height than there is. The dropdown must scroll.
 */
export const fitWindow = { flip: true, shift: true, size: { padding: 8 } };
