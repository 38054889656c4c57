import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The primary colour: a restrained blue-green that is readable on both backgrounds. */
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

/**
 * The dark background colours: steps of blue-black, so that panes and lines are distinct without borders everywhere.
 */
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
    // Words and an icon show an error; a coloured background would be too strong and has too little contrast in the
    // light theme.
    Alert: { defaultProps: { variant: 'default', p: 'xs' } },
    // By default these texts are two steps below 11.5 px, which is too small to read.
    InputWrapper: { styles: { description: { fontSize: 11 }, error: { fontSize: 11 } } },
    // Mantine's grey below a title is too faint on white.
    Notification: { styles: { description: { color: 'var(--nadir-quiet)' } } },
    // Mantine's focus placeholder is not a menu item, which a menu may not contain; without it the first item receives
    // the focus.
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

/**
 * Mantine's dimmed grey and its red have too little contrast on one of the backgrounds; these colours have enough on
 * both.
 */
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
