import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** A restrained blue-green of deep water; reads on both grounds. */
const tide: MantineColorsTuple = [
  '#e5f7f8',
  '#d3ebed',
  '#a9d6d9',
  '#7bc0c5',
  '#56aeb4',
  '#3ea3aa',
  '#2f9ca4',
  '#1a7d85',
  '#0d7981',
  '#006972',
];

/** The dark ground: blue-black steps, so that panes and lines keep apart without borders everywhere. */
const dark: MantineColorsTuple = [
  '#d5dde5',
  '#b3bfca',
  '#8f9dab',
  '#64727f',
  '#44505c',
  '#2f3a45',
  '#222c36',
  '#192129',
  '#12181f',
  '#0b1016',
];

export const theme = createTheme({
  primaryColor: 'tide',
  primaryShade: { light: 8, dark: 7 },
  colors: { tide, dark },
  fontFamily:
    '"Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '11.5px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    // What went wrong is said by words and a mark; a coloured ground would shout, and fails contrast on light.
    Alert: { defaultProps: { variant: 'default', p: 'xs' } },
    // Two steps below 11.5 px would be too small to read.
    InputWrapper: { styles: { description: { fontSize: 11 }, error: { fontSize: 11 } } },
    // The kit's grey beside a title is too faint on white.
    Notification: { styles: { description: { color: 'var(--nadir-quiet)' } } },
    // Its placeholder is no item, which a menu may not have; without it the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});

/** The kit's own quiet grey and its red fail contrast on one ground or the other; these pass on both. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': 'var(--nadir-quiet)', '--mantine-color-error': '#c92a2a' },
  dark: {
    '--mantine-color-dimmed': 'var(--nadir-quiet)',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
  },
});
