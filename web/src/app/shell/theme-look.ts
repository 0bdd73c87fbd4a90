import * as texts from '#strings/shell';

export const THEME_LOOK = {
  system: { icon: 'system-theme', label: texts.systemTheme },
  light: { icon: 'light-theme', label: texts.lightTheme },
  dark: { icon: 'dark-theme', label: texts.darkTheme },
} as const;
