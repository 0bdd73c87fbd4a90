import { createContext } from 'react';

export const OpenPalette = createContext<() => void>(() => undefined);
