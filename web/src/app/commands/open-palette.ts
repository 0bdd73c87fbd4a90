import { createContext } from 'react';

/** Opens the palette, for who has no keyboard. */
export const OpenPalette = createContext<() => void>(() => undefined);
