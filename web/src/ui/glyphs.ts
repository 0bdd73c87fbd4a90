/** The drawings of `public/glyphs.svg`. */
export const GLYPHS = [
  'admin',
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'audit',
  'camera',
  'chart-no-axes-combined',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-dashed',
  'clock',
  'columns-2',
  'copy',
  'dark-theme',
  'download',
  'external-link',
  'eye',
  'eye-off',
  'file-archive',
  'file-spreadsheet',
  'file-up',
  'folder-open',
  'history',
  'info',
  'key-round',
  'keyboard',
  'light-theme',
  'loader-circle',
  'log-out',
  'menu',
  'minus',
  'my-expenses',
  'my-reports',
  'plus',
  'printer',
  'receipt-text',
  'refresh-cw',
  'rotate-cw',
  'search',
  'settings',
  'shield-check',
  'shield-x',
  'submit-expense',
  'system-theme',
  'table-2',
  'triangle-alert',
  'view',
] as const;

const PENCIL =
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4';
const CIRCLE = 'M2 12a10 10 0 0 1 20 0a10 10 0 0 1-20 0';

/** The drawings of rows, each as one path. */
export const PATHS = {
  banknote:
    'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2m6 6a2 2 0 0 1 4 0a2 2 0 0 1-4 0m-4 0h.01M18 12h.01',
  check: 'M20 6 9 17l-5-5',
  'circle-check': `${CIRCLE}m14-3-5.5 5.5L8 12`,
  'circle-x': `${CIRCLE}m13-3-6 6m0-6 6 6`,
  pencil: PENCIL,
  'pencil-line': `${PENCIL}M13 21h8`,
  revert: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11',
  send: 'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zm7.318-19.539-10.94 10.939',
  'trash-2': 'M10 11v6m4-6v6m5-11v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
  x: 'M18 6 6 18M6 6l12 12',
} as const;

export type GlyphName = (typeof GLYPHS)[number] | keyof typeof PATHS;
