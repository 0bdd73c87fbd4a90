import { Monitor, Moon, Sun } from 'lucide-react';
import * as texts from '#strings/shell';

export const THEME_LOOK = {
  system: { icon: Monitor, label: texts.systemTheme },
  light: { icon: Sun, label: texts.lightTheme },
  dark: { icon: Moon, label: texts.darkTheme },
} as const;
