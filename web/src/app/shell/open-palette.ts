import { createContext } from 'react';

/** Opens the palette without a keyboard. */
export const OpenPalette = createContext<() => void>(() => undefined);
