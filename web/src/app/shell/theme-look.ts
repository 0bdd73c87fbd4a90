import * as texts from '#strings/shell';
import { glyph } from '#ui/glyph';

export const THEME_LOOK = {
  system: { icon: glyph('system-theme'), label: texts.systemTheme },
  light: { icon: glyph('light-theme'), label: texts.lightTheme },
  dark: { icon: glyph('dark-theme'), label: texts.darkTheme },
} as const;
